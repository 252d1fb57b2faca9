/**
 * What modules import from Vite's client, without its socket: a tester is never updated in place,
 * it is thrown away.
 */

const styles = new Map<string, HTMLStyleElement>()

/** A file's styles, added or replaced. */
export function updateStyle(id: string, content: string): void {
  const existing = styles.get(id)
  if (existing) {
    existing.textContent = content
    return
  }
  const style = document.createElement('style')
  style.setAttribute('type', 'text/css')
  style.setAttribute('data-vite-dev-id', id)
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce
  if (nonce) style.setAttribute('nonce', nonce)
  style.textContent = content
  document.head.append(style)
  styles.set(id, style)
}

export function removeStyle(id: string): void {
  styles.get(id)?.remove()
  styles.delete(id)
}

/** Dynamic imports of a path that is not known before ask for a module this way. */
export function injectQuery(url: string, query: string): string {
  if (!url.startsWith('.') && !url.startsWith('/')) return url
  const { pathname, search, hash } = new URL(url, 'http://vite.dev')
  const path = url.replace(/[?#].*$/, '')
  return `${path || pathname}?${query}${search ? `&${search.slice(1)}` : ''}${hash}`
}

/** `import.meta.hot`: everything can be called, and nothing ever happens. */
export function createHotContext(_path: string): object {
  const nothing = (): void => undefined
  return {
    data: {},
    accept: nothing,
    acceptExports: nothing,
    dispose: nothing,
    prune: nothing,
    decline: nothing,
    invalidate: nothing,
    on: nothing,
    off: nothing,
    send: nothing,
  }
}

/** Errors are shown by the reporters. */
export class ErrorOverlay extends HTMLElement {
  close(): void {
    this.remove()
  }
}
