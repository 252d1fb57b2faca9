/** What the server wrote into the orchestrator page, in the shape that Vitest's tester and UI expect. */
export interface PageState {
  readonly sessionId: string
  readonly provider: string
  readonly otelCarrier: Record<string, unknown> | null
  readonly config: PageConfig
  readonly livetab: {
    readonly ticket: string
    /** Testers speak to Node through this page instead of sockets of their own. */
    readonly multiplexed: boolean
    /** Where the script that snapshots a document for trace view is, when it is on. */
    readonly domSnapshotUrl: string | undefined
  }
  loadBrowserTraceDomSnapshot?: () => Promise<unknown>
}

export interface PageConfig {
  readonly name?: string
  readonly root: string
  readonly isolate: boolean
  readonly env: Record<string, string | undefined>
  readonly browser: {
    readonly name: string
    readonly ui: boolean
    readonly viewport: { readonly width: number; readonly height: number }
    readonly traceView: { readonly enabled?: boolean; readonly mode?: string }
  }
  readonly experimental: {
    readonly openTelemetry?: { readonly enabled?: boolean; readonly browserSdkPath?: string }
  }
}

interface UiApi {
  setCurrentFileId: (id: string) => void
  setIframeViewport: (width: number, height: number) => Promise<void>
}

declare global {
  interface Window {
    __vitest_browser_runner__: PageState
    __vitest_ui_api__?: UiApi
    VITEST_API_TOKEN?: string
  }
}

export function pageState(): PageState {
  return window.__vitest_browser_runner__
}

/** Vitest's UI adds itself to the page when `browser.ui` is on. */
export function uiApi(): UiApi | undefined {
  return window.__vitest_ui_api__
}

/** How long a tester may take to load, to become ready and to acknowledge a message. */
export function frameTimeout(): number {
  return Number(pageState().config.env['VITEST_BROWSER_IFRAME_TIMEOUT']) || 60_000
}
