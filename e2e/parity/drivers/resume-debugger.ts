import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { basename } from 'node:path'
import { chromium, expect } from '@playwright/test'
import type { VitestRun } from '../vitest-run.ts'

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Attaches as a developer's tools do, tells where the page stands still, and lets it go on. */
export async function resumeDebugger(run: VitestRun): Promise<string[]> {
  const port = await run.waitFor(
    'the debugger',
    ({ output }) => /Debugger listening on ws:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1],
  )
  const endpoint = `http://127.0.0.1:${port}`
  // Vitest prints the line before the browser listens.
  await expect(() => fetch(`${endpoint}/json/version`)).toPass()
  const browser = await chromium.connectOverCDP(endpoint)
  try {
    const [context] = browser.contexts()
    const page = context?.pages()[0] ?? (await context?.waitForEvent('page'))
    if (!context || !page) throw new Error('The browser has no page to debug.')
    const session = await context.newCDPSession(page)
    const urls = new Map<string, string>()
    session.on('Debugger.scriptParsed', ({ scriptId, url }) => urls.set(scriptId, url))
    const paused = new Promise<string>((resolve) => {
      session.on('Debugger.paused', ({ callFrames: [frame] }) => {
        const url = new URL(urls.get(frame?.location.scriptId ?? '') ?? 'unknown:')
        resolve(`${basename(url.pathname)}:${(frame?.location.lineNumber ?? 0) + 1}`)
      })
    })
    await session.send('Debugger.enable')
    const place = await paused
    await session.send('Debugger.resume')
    return [`paused in ${place}`]
  } finally {
    await browser.close()
  }
}
