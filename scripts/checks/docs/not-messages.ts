/**
 * Texts of the sources that look like sentences and that nobody reads. A new one fails the test of
 * the messages: if somebody can come to read it, it belongs into docs/troubleshooting.md, or
 * docs/debug-output.md, or docs/command-line.md; if not, here.
 */
export const notMessages: readonly { readonly source: string; readonly text: string }[] = [
  // A style sheet.
  { source: 'client/src/session-view/styles.ts', text: '' },
  { source: 'client/src/orchestrator/frame-element.ts', text: 'top left' },
  // The reason of a close frame, which the page compares.
  { source: 'client/src/orchestrator/server-connection.ts', text: 'Vitest restarts' },
  { source: 'server/src/contract.ts', text: 'Vitest restarts' },
  { source: 'server/src/html/session-page.ts', text: 'img-src data:' },
  // Modules that are put together.
  { source: 'vitest/src/pages/tester-page.ts', text: '.livetab = {' },
  { source: 'vitest/src/speed/graph-linker.ts', text: 'isLinkedPage()' },
  { source: 'vitest/src/speed/linked-file.ts', text: 'use strict' },
  { source: 'vitest/src/speed/runtime.ts', text: 'const module = await' },
  { source: 'vitest/src/speed/runtime.ts', text: 'export default' },
  { source: 'vitest/src/speed/linked-code.ts', text: 'max-age=' },
  { source: 'vitest/src/speed/module-cache.ts', text: 'max-age=' },
  // A configuration that is put together.
  { source: 'livetab/src/cli/init/new-config.ts', text: 'export default' },
  { source: 'livetab/src/cli/init/edit-config.ts', text: '/// <reference' },
  // Playwright's words, which the doctor looks for.
  { source: 'livetab/src/cli/doctor/check-browsers.ts', text: "Executable doesn't exist" },
]
