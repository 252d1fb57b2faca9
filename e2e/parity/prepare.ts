import { readdir, rename } from 'node:fs/promises'
import type { Workspace } from './workspace.ts'

/** Names that Git or other systems cannot hold are made from the plain file. */
export async function writeOddNames({ read, write }: Workspace): Promise<void> {
  const content = await read('plain.test.ts')
  const names = [
    'with space',
    // Vite cannot import these; both sides say so.
    'fails-hash # mark',
    'fails-question? mark',
    'fails-100% sure',
    'fails-percent %20 code',
    `single ' quote`,
    'double " quote',
    'back ` tick',
    'Привет 你好 é',
    'brackets [id] (a) {b}',
    'amp & plus + = @',
  ]
  for (const name of names) await write(`${name}.test.ts`, content)
  await write('folder with space/Ünï/inside.test.ts', content.replaceAll("'./lib/", "'../../lib/"))
}

/** Files that no parser accepts are kept as texts, out of reach of linters and formatters. */
export async function nameTexts({ path }: Workspace): Promise<void> {
  for (const file of await readdir(path('.'))) {
    if (file === 'broken.txt') await rename(path(file), path('broken.ts'))
    else if (file.endsWith('.txt'))
      await rename(path(file), path(`fails-${file.replace('.txt', '.test.ts')}`))
  }
}
