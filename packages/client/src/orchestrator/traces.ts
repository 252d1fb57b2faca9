import { pageState } from './page-state.ts'

/** The part of Vitest's tracing that the orchestrator uses. */
interface VitestTraces {
  waitInit: () => Promise<unknown>
  recordInitSpan: (context: unknown) => void
  getContextFromCarrier: (carrier: unknown) => unknown
  getContextCarrier: (context?: unknown) => Record<string, unknown> | undefined
  startContextSpan: (
    name: string,
    context: unknown,
  ) => {
    span: { setAttributes: (attributes: object) => void; end: () => void }
    context: unknown
  }
  flush: () => Promise<void>
}

interface TracesModule {
  Traces: new (options: { enabled: boolean; sdkPath: string }) => VitestTraces
}

export interface RunTrace {
  /** Goes to the testers, so that their spans become children of this run's. */
  readonly carrier: Record<string, unknown> | undefined
  end: () => Promise<void>
}

const noTrace: RunTrace = { carrier: undefined, end: () => Promise.resolve() }

/** OpenTelemetry spans, loaded only when the project asked for them. */
export function createTraces(): {
  start: (carrier: unknown, files: readonly string[]) => Promise<RunTrace>
} {
  const options = pageState().config.experimental.openTelemetry
  if (!options?.enabled || !options.browserSdkPath) return { start: () => Promise.resolve(noTrace) }
  const loading = load(`/@fs/${options.browserSdkPath}`)
  return {
    async start(carrier, files) {
      const traces = await loading
      await traces.waitInit()
      traces.recordInitSpan(traces.getContextFromCarrier(pageState().otelCarrier))
      const { span, context } = traces.startContextSpan(
        'vitest.browser.orchestrator.run',
        traces.getContextFromCarrier(carrier),
      )
      span.setAttributes({ 'vitest.browser.files': files })
      return {
        carrier: traces.getContextCarrier(context),
        async end() {
          span.end()
          await traces.flush()
        },
      }
    },
  }
}

async function load(sdkPath: string): Promise<VitestTraces> {
  const url = '/@id/vitest/internal/traces'
  const module = (await import(/* @vite-ignore */ url)) as TracesModule
  return new module.Traces({ enabled: true, sdkPath })
}
