import { pageState } from './page-state.ts'

/** Testers borrow the script that snapshots their document from this page, so that it loads once per tab. */
export function prepareTraceView(): void {
  const state = pageState()
  const { traceView } = state.config.browser
  const url = state.livetab.domSnapshotUrl
  if (!traceView.enabled || !url) return
  let loading: Promise<unknown> | undefined
  state.loadBrowserTraceDomSnapshot = () => {
    loading ??= import(/* @vite-ignore */ url) as Promise<unknown>
    loading.catch(() => undefined)
    return loading
  }
  if (traceView.mode === 'on') void state.loadBrowserTraceDomSnapshot()
}
