import { createIcon } from './icons.ts'
import { styles } from './styles.ts'
import type { Text, ViewText } from './texts.ts'

export interface View {
  render: (text: ViewText) => void
}

/** Builds the view inside `parent` and leaves it empty: nothing is said before something is known. */
export function createView(parent: HTMLElement, onRerun: () => void): View {
  const icon = createIcon()
  const label = create('span', 'label')
  const top = create('div', 'top', icon.element, label)
  const heading = create('h1', '')
  const lines = create('div', 'lines')
  // The region is there before its content, otherwise its first content would not be read out.
  const status = create('div', 'status', heading, lines)
  status.setAttribute('role', 'status')
  status.setAttribute('aria-live', 'polite')
  status.setAttribute('aria-atomic', 'true')
  const button = create('button', '')
  button.type = 'button'
  const hint = create('p', 'hint')
  hint.id = 'livetab-hint'
  button.setAttribute('aria-describedby', hint.id)
  const card = create('div', 'card', top, status, button, hint)
  button.hidden = true

  let shown = ''
  let offered = false
  button.addEventListener('click', () => {
    if (offered) onRerun()
  })
  addStyles(parent)
  parent.append(create('main', 'view', card))

  return {
    render(text) {
      // What is said already is neither read out nor focused again.
      const next = JSON.stringify(text)
      if (next === shown) return
      shown = next
      const wasOffered = offered
      offered = text.button?.enabled === true
      document.title = `${text.heading} · Vitest`
      icon.draw(text.icon)
      label.textContent = text.label
      heading.textContent = text.heading
      lines.replaceChildren(...text.lines.map((line) => create('p', '', ...inline(line))))
      hint.replaceChildren(...inline(text.hint))
      button.hidden = text.button === undefined
      button.textContent = text.button?.label ?? ''
      // Not `disabled`, which would take the focus away from a person who cannot see where it went.
      button.setAttribute('aria-disabled', String(!offered))
      card.toggleAttribute('data-idle', text.button === undefined)
      card.dataset['shown'] = text.late ? 'late' : 'now'
      if (offered && !wasOffered) button.focus({ preventScroll: true })
    },
  }
}

function inline(text: Text): (string | Element)[] {
  return text.map((part) => (typeof part === 'string' ? part : create('code', '', part.code)))
}

function create<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...children: (string | Element)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  if (className) element.className = className
  element.append(...children)
  return element
}

/** A constructed sheet, because a policy of the user's may forbid style elements. */
function addStyles(parent: HTMLElement): void {
  const root = parent.getRootNode()
  if (!(root instanceof Document || root instanceof ShadowRoot)) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets.push(sheet)
}
