import { inlineJson, inlineScript } from '@livetab/server'
import type { TestProject } from 'vitest/node'
import type { StockParent, StockProjectBrowser } from '../vitest-internals.ts'

export interface InjectedState {
  readonly type: 'orchestrator' | 'tester'
  readonly sessionId: string
  readonly testerId: string
  readonly otelCarrier: Record<string, unknown> | undefined
  readonly providedContext: string
}

/** Fills Vitest's placeholders. Values are data: whatever they contain stays inside its script element. */
export function fillPlaceholders(template: string, values: Record<string, string>): string {
  return template.replace(/\{\s*(__VITEST_\w+__)\s*\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : placeholder,
  )
}

/** The script that tells a page who it is, as Vitest's runtime expects it. */
export async function renderInjector(
  parent: StockParent,
  browser: StockProjectBrowser,
  project: TestProject,
  state: InjectedState,
): Promise<string> {
  const { type } = state
  return fillPlaceholders(inlineScript(await parent.injectorJs), {
    __VITEST_PROVIDER__: inlineJson(project.config.browser.provider?.name ?? 'preview'),
    __VITEST_CONFIG__: inlineJson(browser.wrapSerializedConfig()),
    __VITEST_VITE_CONFIG__: inlineJson({ root: browser.vite.config.root }),
    __VITEST_METHOD__: inlineJson(type === 'orchestrator' ? 'orchestrate' : 'none'),
    __VITEST_TYPE__: inlineJson(type),
    __VITEST_SESSION_ID__: inlineJson(state.sessionId),
    __VITEST_TESTER_ID__: inlineJson(state.testerId),
    __VITEST_OTEL_CARRIER__: inlineJson(state.otelCarrier),
    __VITEST_PROVIDED_CONTEXT__: type === 'orchestrator' ? inlineJson(state.providedContext) : '{}',
    __VITEST_API_TOKEN__: inlineJson(project.vitest.config.api.token),
  })
}
