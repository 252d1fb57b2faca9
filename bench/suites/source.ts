/** File number as used in names, so that they sort. */
export function padded(index: number): string {
  return String(index).padStart(4, '0')
}

/**
 * First test of every generated file. It reports the realm it ran in, which the
 * runner counts: a variant that gives up isolation cannot pass as a fast one.
 */
export function realmTest(): string {
  return [
    "test('tells its realm', ({ task }) => {",
    '  globalThis.benchRealm ??= crypto.randomUUID()',
    '  task.meta.realm = globalThis.benchRealm',
    '})',
  ].join('\n')
}

/** A small DOM test, the kind of work a unit test of a component does. */
export function domTest(title: string, index: number): string {
  return [
    `test('${title}', () => {`,
    "  const button = document.createElement('button')",
    `  button.textContent = 'item ${index}'`,
    '  let clicks = 0',
    "  button.addEventListener('click', () => { clicks += 1 })",
    '  document.body.append(button)',
    '  button.click()',
    `  expect(document.querySelector('button')?.textContent).toBe('item ${index}')`,
    '  expect(clicks).toBe(1)',
    '  button.remove()',
    '})',
  ].join('\n')
}

export function lines(...parts: string[]): string {
  return `${parts.join('\n')}\n`
}
