import { silenceKeyboard } from './keyboard.ts'
import { watchLeaving } from './leaving.ts'
import { startSessionView } from './start.ts'

export interface End {
  /** False when the socket was refused: another tab has the session. */
  readonly wasOpen: boolean
  /** The server said that it comes back. */
  readonly restarts: boolean
}

// From the start: a page that is being left says so before its socket closes.
const leaving = watchLeaving()

/**
 * Covers a running orchestrator page once its socket is closed, or was refused.
 * What is below cannot be used any more: by mouse, by keyboard or by a screen reader.
 */
export function showSessionView(sessionId: string, { wasOpen, restarts }: End): void {
  void leaving.over().then(() => {
    for (const tester of document.querySelectorAll('iframe[data-vitest]')) tester.remove()
    startSessionView({ sessionId, held: wasOpen, restarts, parent: cover(), leaving })
  })
}

/** A modal dialog over everything, which makes the browser itself ignore the rest of the page. */
function cover(): HTMLElement {
  const host = document.createElement('div')
  // Open, so that testing tools see what a person sees. There is nothing to hide in it.
  const root = host.attachShadow({ mode: 'open' })
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', 'Vitest')
  dialog.setAttribute('closedby', 'none')
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
  })
  // Browsers may close a dialog without asking.
  dialog.addEventListener('close', () => {
    dialog.showModal()
  })
  root.append(dialog)
  document.documentElement.append(host)
  silenceKeyboard()
  dialog.showModal()
  return dialog
}
