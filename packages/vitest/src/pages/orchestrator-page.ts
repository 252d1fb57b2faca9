import { assetsPath, escapeHtml, inlineJson, inlineScript } from '@livetab/server'
import { stringify } from 'flatted'
import type { TestProject } from 'vitest/node'
import { isSpeedOn } from '../speed/is-speed-on.ts'
import type { Speed } from '../speed/speed.ts'
import type { LiveSession } from '../slot.ts'
import type { StockParent, StockScript } from '../vitest-internals.ts'
import { stockBrowser } from '../vitest-internals.ts'
import { fillPlaceholders, renderInjector } from './injector.ts'
import { prepareTesterPage } from './tester-page.ts'

const plainPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="{__VITEST_FAVICON__}" type="image/svg+xml">
<title>Vitest</title>
<style>
html { overflow: hidden }
html, body { margin: 0; padding: 0 }
html, body, iframe[data-vitest], #vitest-tester { width: 100%; height: 100% }
iframe[data-vitest] { display: block }
</style>
<!-- !LOAD_METADATA! -->
</head>
<body><div id="vitest-tester"></div></body>
</html>
`

/** The tab's page: Vitest's UI when it is on, otherwise nothing but a place for testers; and our orchestrator in it. */
export async function renderOrchestratorPage(
  parent: StockParent,
  speed: Speed,
  session: LiveSession,
  ticket: string,
): Promise<string> {
  const { project } = session.meta
  const browser = stockBrowser(project)
  if (!browser) throw new Error(`Project "${project.name}" has no browser server.`)
  prepareTesterPage(speed, browser)
  const injector = await renderInjector(parent, browser, project, {
    type: 'orchestrator',
    sessionId: session.id,
    testerId: 'none',
    otelCarrier: session.meta.slot.otelCarrier,
    providedContext: stringify(project.getProvidedContext()),
  })
  const livetab = {
    ticket,
    multiplexed: isSpeedOn(parent),
    domSnapshotUrl: await domSnapshotUrl(parent),
  }
  const scripts = await parent.formatScripts(parent.config.browser.orchestratorScripts)
  const head = [
    `<script>window.VITEST_UI_THEME = ${inlineJson(uiTheme(project))}</script>`,
    `<script type="module">${injector}\nwindow.__vitest_browser_runner__.livetab = ${inlineJson(livetab)}</script>`,
    ...scripts.map(renderScript),
    `<script type="module" src="${assetsPath}orchestrator.js"></script>`,
  ].join('\n')
  const template = parent.config.browser.ui ? await uiPage(parent) : plainPage
  return fillPlaceholders(template, { __VITEST_FAVICON__: escapeHtml(parent.faviconUrl) }).replace(
    '<!-- !LOAD_METADATA! -->',
    () => head,
  )
}

/** Vitest's UI is built for its own address; here it is loaded from there. */
async function uiPage(parent: StockParent): Promise<string> {
  const home = `${parent.vite.config.base || '/'}__vitest__/`
  const html = await parent.orchestratorHtml
  return html.replaceAll(/(href|src)="\.\//g, `$1="${home}`)
}

function uiTheme(project: TestProject): unknown {
  const config = project.vitest.config as { uiOptions?: { theme?: string } }
  return config.uiOptions?.theme
}

function renderScript({ attrs = {}, children = '' }: StockScript): string {
  const attributes = Object.entries(attrs).map(
    ([name, value]) => ` ${name}="${escapeHtml(String(value))}"`,
  )
  return `<script${attributes.join('')}>${inlineScript(children)}</script>`
}

/** Vitest ships the code that snapshots a document for trace view as a chunk of its own orchestrator. */
async function domSnapshotUrl(parent: StockParent): Promise<string | undefined> {
  const manifest = await parent.manifest
  const chunk = Object.values(manifest).find((entry) => entry.file.includes('rrweb-snapshot'))
  return chunk && `/${chunk.file}`
}
