import type { TesterTicket } from '@livetab/server'
import { join } from 'pathe'
import type { LiveSession } from '../slot.ts'
import type { Speed } from '../speed/speed.ts'
import { type StockParent, type StockProjectBrowser, stockBrowser } from '../vitest-internals.ts'
import { announceTestsScript } from './announce-tests.ts'
import { fillPlaceholders, renderInjector } from './injector.ts'

interface Template {
  /** Of Vite's optimised dependencies, whose addresses are in the scripts. */
  readonly hash: string | undefined
  /** When they changed under testers that were served before. */
  readonly changed: number | undefined
  readonly html: Promise<string>
}

/**
 * The template went through every plugin's `transformIndexHtml`; that is the same for all testers of a project
 * until Vite bundles its dependencies anew.
 */
const templates = new WeakMap<StockProjectBrowser, Template>()

export async function renderTesterPage(
  parent: StockParent,
  speed: Speed,
  session: LiveSession,
  ticket: TesterTicket,
): Promise<string> {
  const { project } = session.meta
  const browser = stockBrowser(project)
  if (!browser) throw new Error(`Project "${project.name}" has no browser server.`)
  const [{ template, version }, announceTests, injector] = await Promise.all([
    // Nothing is linked to a runtime that is not.
    templateFor(browser, speed).then(async (html) => ({
      template: html,
      version: await speed.linkedVersion(session, ticket.iframeId),
    })),
    announceTestsScript(),
    renderInjector(parent, browser, project, {
      type: 'tester',
      sessionId: session.id,
      testerId: ticket.id,
      otelCarrier: undefined,
      providedContext: '',
    }),
  ])
  return fillPlaceholders(version ? withPreload(template, ticket.iframeId, version) : template, {
    __VITEST_FAVICON__: parent.faviconUrl,
    __VITEST_INJECTOR__: version
      ? `${injector}\n${announceTests}\nwindow.__vitest_browser_runner__.livetab = { linked: true, version: "${version}" }`
      : `${injector}\n${announceTests}`,
  })
}

/** The test file is on its way while the page gets ready for it. */
function withPreload(template: string, file: string, version: string): string {
  const url = `${/^\w:/.test(file) ? '/@fs/' : ''}${encodeURI(file)}?import&amp;browserv=${version}`
  return template.replace('</head>', () => `<link rel="modulepreload" href="${url}">\n</head>`)
}

/** Starts what the first tester would otherwise wait for. */
export function prepareTesterPage(speed: Speed, browser: StockProjectBrowser): void {
  // The tester that asks for it tells what went wrong.
  templateFor(browser, speed).catch(() => undefined)
}

async function templateFor(browser: StockProjectBrowser, speed: Speed): Promise<string> {
  const { changed, html } = transformedTemplate(browser)
  const plain = await html
  const template = await speed.template(browser, plain)
  if (template !== plain || changed === undefined) return template
  // Browsers keep Vitest's own scripts for good, with the addresses of the old dependencies in them.
  return template.replaceAll(/(<script\b[^>]*\bsrc="\/[^"?]+)"/g, `$1?t=${changed}"`)
}

function transformedTemplate(browser: StockProjectBrowser): Template {
  const hash = browser.vite.environments.client.depsOptimizer?.metadata.browserHash
  const known = templates.get(browser)
  if (known && known.hash === hash) return known
  const html = transform(browser).catch((error: unknown) => {
    templates.delete(browser)
    throw error
  })
  const template = { hash, changed: known && Date.now(), html }
  templates.set(browser, template)
  return template
}

async function transform(browser: StockProjectBrowser): Promise<string> {
  const html = await browser.testerHtml
  return browser.vite.transformIndexHtml(join('/@fs/', browser.testerFilepath), html)
}
