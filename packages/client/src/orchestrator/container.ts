import { pageState } from './page-state.ts'

/** Where testers are shown: the page itself, or the panel that Vitest's UI renders for them. */
export async function findContainer(): Promise<Element> {
  if (!pageState().config.browser.ui) return required(document.querySelector('#vitest-tester'))
  const container = document.querySelector('#tester-ui') ?? (await appeared('#tester-ui'))
  container.setAttribute('data-ready', 'true')
  // The UI shows a hint there until the first tester.
  if (container.textContent) container.textContent = ''
  return container
}

function appeared(selector: string): Promise<Element> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const element = document.querySelector(selector)
      if (!element) return
      observer.disconnect()
      resolve(element)
    })
    observer.observe(document.documentElement, { childList: true, subtree: true })
  })
}

function required(element: Element | null): Element {
  if (!element) throw new Error('The orchestrator page has no place for testers.')
  return element
}
