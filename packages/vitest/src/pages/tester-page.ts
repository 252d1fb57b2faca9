import type { TesterTicket } from '@livetab/server'
import { join } from 'pathe'
import type { LiveSession } from '../slot.ts'
import type { Speed } from '../speed/speed.ts'
import { type StockParent, type StockProjectBrowser, stockBrowser } from '../vitest-internals.ts'
import { announceTestsScript } from './announce-tests.ts'
import { fillPlaceholders, renderInjector } from './injector.ts'

/** The template went through every plugin's `transformIndexHtml`; that is the same for all testers of a project. */
const templates = new WeakMap<StockProjectBrowser, Promise<string>>()

export async function renderTesterPage(
  parent: StockParent,
  speed: Speed,
  session: LiveSession,
  ticket: TesterTicket,
): Promise<string> {
  const { project } = session.meta
  const browser = stockBrowser(project)
  if (!browser) throw new Error(`Project "${project.name}" has no browser server.`)
  const [linked, template, announceTests, injector] = await Promise.all([
    speed.isLinked(session, ticket.iframeId),
    transformedTemplate(browser).then((html) => speed.template(browser, html)),
    announceTestsScript(),
    renderInjector(parent, browser, project, {
      type: 'tester',
      sessionId: session.id,
      testerId: ticket.id,
      otelCarrier: undefined,
      providedContext: '',
    }),
  ])
  return fillPlaceholders(template, {
    __VITEST_FAVICON__: parent.faviconUrl,
    __VITEST_INJECTOR__: linked
      ? `${injector}\n${announceTests}\nwindow.__vitest_browser_runner__.livetab = { linked: true }`
      : `${injector}\n${announceTests}`,
  })
}

/** Starts what the first tester would otherwise wait for. */
export function prepareTesterPage(speed: Speed, browser: StockProjectBrowser): void {
  transformedTemplate(browser)
    .then((html) => speed.template(browser, html))
    // The tester that asks for it tells what went wrong.
    .catch(() => undefined)
}

function transformedTemplate(browser: StockProjectBrowser): Promise<string> {
  const known = templates.get(browser)
  if (known) return known
  const transforming = transform(browser).catch((error: unknown) => {
    templates.delete(browser)
    throw error
  })
  templates.set(browser, transforming)
  return transforming
}

async function transform(browser: StockProjectBrowser): Promise<string> {
  const html = await browser.testerHtml
  return browser.vite.transformIndexHtml(join('/@fs/', browser.testerFilepath), html)
}
