import { pageState } from './page-state.ts'
import type { TesterTransport } from './tester-bus.ts'

/**
 * Vitest's own way to speak to testers: a channel that its tester opens, too.
 * Its name is the session's id, which only this page and its own testers know.
 */
export function createBroadcastTransport(): TesterTransport {
  const channel = new BroadcastChannel(`vitest:${pageState().sessionId}`)
  const post = (message: unknown): void => {
    channel.postMessage(message)
  }
  return {
    post: (_frame, message) => {
      post(message)
    },
    receive(listener) {
      channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        listener(data, post)
      })
    },
    close: () => undefined,
  }
}
