/**
 * Takes the pictures of docs/reload.md from a real Vitest, one for every state of the session page,
 * light and dark: `node e2e/reload-screenshots.ts`.
 */
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page, WebSocketRoute } from '@playwright/test'
import { launchBrowser } from './support/browser.ts'
import { freePort } from './support/free-port.ts'
import { Gates } from './support/gate.ts'
import { touch } from './support/touch.ts'
import { startVitest, type VitestOptions, type VitestProcess } from './support/vitest-process.ts'

const images = new URL('../docs/images/', import.meta.url)
const plain = ['--watch', '--browser.ui=false']

type Scene = (stage: Stage) => Promise<void>

interface Stage {
  readonly browser: Browser
  readonly context: BrowserContext
  readonly page: Page
}

async function shoot(page: Page, name: string, heading: string): Promise<void> {
  await page.getByRole('heading', { name: heading }).waitFor({ timeout: 60_000 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const path = fileURLToPath(new URL(`${name}-${colorScheme}.png`, images))
    await page.screenshot({ path, animations: 'disabled' })
  }
  await page.emulateMedia({ colorScheme: null })
}

/** A tab that has run its tests. */
async function openTab(vitest: VitestProcess, page: Page): Promise<string> {
  const link = await vitest.link()
  await page.goto(link)
  await vitest.runsFinished(1)
  return link
}

const preview = (args: readonly string[] = plain): VitestOptions => ({
  fixture: 'fixtures/reload-preview',
  args,
})

const scenes: Scene[] = [
  async function expired({ page, browser, context }) {
    await using vitest = startVitest(preview())
    const link = await openTab(vitest, page)
    const second = await context.newPage()
    await second.goto(link)
    await shoot(second, 'session-in-use', 'This session is open in another tab')
    await second.close()
    await page.reload()
    await shoot(page, 'session-expired', 'Session expired')
    await page.setViewportSize({ width: 320, height: 640 })
    await shoot(page, 'session-expired-narrow', 'Session expired')
    const profile = await browser.newContext({ viewport: { width: 960, height: 600 } })
    const stranger = await profile.newPage()
    await stranger.goto(link)
    await shoot(stranger, 'session-of-another-browser', 'Session expired')
    await profile.close()
  },

  async function interrupted({ page }) {
    using gates = new Gates()
    await using vitest = startVitest({
      fixture: 'fixtures/reload-gate',
      args: ['--watch'],
      env: gates.env,
    })
    await page.goto(await vitest.link())
    await vitest.until(() => gates.wasReached('slow'), 'the slow test')
    await page.reload()
    await shoot(page, 'session-interrupted', 'Session expired')
  },

  async function stopped({ page }) {
    const args = ['--watch', `--api.port=${await freePort()}`]
    {
      await using vitest = startVitest(preview(args))
      await openTab(vitest, page)
    }
    await shoot(page, 'vitest-not-running', 'Vitest is not running')
    await using next = startVitest(preview(args))
    await next.link()
    await shoot(page, 'session-of-an-earlier-run', 'This tab belongs to an earlier run')
  },

  async function lost({ page }) {
    await using vitest = startVitest(preview())
    let socket: WebSocketRoute | undefined
    await page.routeWebSocket(/type=orchestrator/, (route) => {
      socket = route
      route.connectToServer().onClose(() => undefined)
      route.onClose(() => undefined)
    })
    await openTab(vitest, page)
    await socket?.close()
    await shoot(page, 'connection-lost', 'Connection lost')
  },

  async function restarting({ page }) {
    using gates = new Gates()
    gates.open('provider')
    const args = ['--watch', `--api.port=${await freePort()}`]
    await using vitest = startVitest({ fixture: 'fixtures/reload-held', args, env: gates.env })
    await openTab(vitest, page)
    gates.close('provider')
    await page.route('**/state?**', (route) => route.abort())
    touch('fixtures/reload-held/vitest.config.ts')
    await shoot(page, 'vitest-restarting', 'Vitest is restarting')
    await page.unroute('**/state?**')
    await shoot(page, 'session-restarted', 'Session expired')
    await page.getByRole('button', { name: 'Rerun' }).click()
    await shoot(page, 'rerun-starting', 'Session expired')
    await page.getByText('still opening').waitFor({ timeout: 30_000 })
    await shoot(page, 'rerun-still-opening', 'Session expired')
    gates.open('provider')
    await vitest.runsFinished(2)
  },

  async function automatic({ page }) {
    await using vitest = startVitest({ fixture: 'fixtures/reload-auto', args: ['--watch'] })
    await openTab(vitest, page)
    await page.route('**/rerun', () => undefined)
    await page.reload()
    await shoot(page, 'rerun-by-itself', 'Starting a new session')
    await page.unroute('**/rerun')
    const rerun = page.getByRole('button', { name: 'Rerun' })
    while (!(await rerun.isVisible())) {
      const left = page.url()
      await page.reload()
      await Promise.race([page.waitForURL((url) => url.href !== left), rerun.waitFor()])
    }
    await shoot(page, 'session-braked', 'Session expired')
  },
]

const browser = await launchBrowser()
try {
  for (const scene of scenes) {
    console.log(scene.name)
    const context = await browser.newContext({ viewport: { width: 960, height: 600 } })
    await scene({ browser, context, page: await context.newPage() })
    await context.close()
  }
} finally {
  await browser.close()
}
