/**
 * Reads a request's URL as Vitest's own middlewares do, so that nothing can look like one address to us
 * and like another to them. What no URL can be made of has none.
 */
export function requestUrl(url: string | undefined): URL | undefined {
  try {
    return new URL(url ?? '', 'http://localhost')
  } catch {
    return undefined
  }
}

const target = /^\/[!"$-~]*$/

/** Whether a request names a path, in the characters that a URL is made of, as every browser does. */
export function isRequestTarget(url: string | undefined): boolean {
  return target.test(url ?? '')
}
