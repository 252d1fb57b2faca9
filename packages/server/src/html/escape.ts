/** Makes any text safe between tags and inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** JSON that can stand inside a script element: no text in it can close the element or open a comment. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value ?? null)
    .replaceAll('<', '\\u003C')
    .replaceAll('>', '\\u003E')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}

/** Source code that goes into a script element as it is: only what would end the element is rewritten. */
export function inlineScript(code: string): string {
  return code.replaceAll('<!--', '<\\!--').replaceAll(/<\/(script)/gi, String.raw`<\/$1`)
}
