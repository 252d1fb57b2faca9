import { askState } from './ask-state.ts'
import type { Leaving } from './leaving.ts'
import { orchestratorPath } from './paths.ts'
import { requestRerun } from './rerun.ts'
import { SessionMachine } from './state-machine.ts'
import { describe } from './texts.ts'
import { createView } from './view.ts'

export interface SessionViewOptions {
  readonly sessionId: string
  /** Whether this very tab was the session's orchestrator. */
  readonly held: boolean
  /** Whether the server said that it comes back. */
  readonly restarts: boolean
  readonly parent: HTMLElement
  readonly leaving: Leaving
}

/** Shows what became of a session, and takes the tab to the next one when asked to. */
export function startSessionView(options: SessionViewOptions): void {
  const { sessionId, held, restarts, parent, leaving } = options
  const view = createView(parent, () => {
    machine.press()
  })
  const machine = new SessionMachine(
    sessionId,
    { held, restarts },
    {
      ask: (id, wait) => askState(id, wait).then(unlessLeaving),
      rerun: (id) => requestRerun(id).then(unlessLeaving),
      show: (state) => {
        view.render(describe(state, location.host))
      },
      pause: (ms) =>
        new Promise((resolve) => {
          setTimeout(resolve, ms)
        }),
      now: () => performance.now(),
      hidden: () => document.hidden,
      leave: (url) => {
        location.replace(url)
      },
      renamed: (id) => {
        const address = `${orchestratorPath}?${new URLSearchParams({ sessionId: id }).toString()}`
        history.replaceState(history.state, '', address)
      },
    },
  )

  /** Nothing that ends because the page is being left says anything about the server. */
  async function unlessLeaving<Answer>(answer: Answer): Promise<Answer> {
    await leaving.over()
    return answer
  }

  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) machine.lookAgain()
  })
  addEventListener('pageshow', (event) => {
    if (event.persisted) machine.lookAgain()
  })
  void machine.run()
}
