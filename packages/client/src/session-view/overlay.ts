import { silenceKeyboard } from './keyboard.ts'
import { watchLeaving } from './leaving.ts'
import { startSessionView } from './start.ts'

// From the start: a page that is being left says so before its socket closes.
const leaving = watchLeaving()

/**
 * Covers a running orchestrator page once its socket is closed, or was refused (`wasOpen` is false).
 * What is below cannot be used any more: by mouse, by keyboard or by a screen reader.
 */
export function showSessionView(sessionId: string, wasOpen: boolean): void {
  void leaving.over().then(() => {
    for (const tester of document.querySelectorAll('iframe[data-vitest]')) tester.remove()
    startSessionView({ sessionId, held: wasOpen, parent: cover(), leaving })
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
