const hint =
  'Keep your code from changing `location`, call `event.preventDefault()` on forms and links, and use a memory router in tests.'

/** The frame left the page that runs the tests. */
export function navigatedAway(file: string, expected: string, actual: string | undefined): Error {
  return new Error(
    `The tests of "${file}" were cut off: the page navigated away or a form was submitted. ${hint}\n\nOpened: ${expected}\nNow at: ${actual ?? 'a page of another origin'}`,
  )
}

/** The frame loaded the same page again while its tests ran. */
export function reloadedDuringTest(file: string): Error {
  return new Error(
    `The tests of "${file}" were cut off: the page was reloaded during a test. ${hint} A dependency that Vite finds late reloads the page, too: add it to \`optimizeDeps.include\`.`,
  )
}

export function reloadedBetweenTests(file: string): string {
  return `The page of "${file}" was reloaded more than once. Tests may run twice or hang. ${hint}`
}

export function neverReady(file: string, timeout: number): Error {
  return new Error(
    `The page of "${file}" did not become ready within ${timeout} ms. Its setup most likely failed to load: look for errors in the browser's console.`,
  )
}

export function notAcknowledged(file: string, event: string, timeout: number): Error {
  return new Error(
    `The page of "${file}" did not answer "${event}" within ${timeout} ms. It crashed, was removed, or is busy with long synchronous work.`,
  )
}
