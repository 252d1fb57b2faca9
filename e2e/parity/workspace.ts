import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { compatRoot, workspacesRoot } from './paths.ts'
import type { Side } from './side.ts'

/** A fixture's own copy for one side, free to be written into. */
export interface Workspace {
  /** Holds the fixture and what lies beside it (the shared provider). */
  root: string
  /** The fixture itself, where Vitest runs. */
  dir: string
  path: (file: string) => string
  read: (file: string) => Promise<string>
  write: (file: string, content: string) => Promise<void>
  edit: (file: string, from: string, to: string) => Promise<void>
}

export async function createWorkspace(fixture: string, side: Side): Promise<Workspace> {
  const root = join(workspacesRoot, fixture, side.id)
  const dir = join(root, fixture)
  await rm(root, { recursive: true, force: true })
  await mkdir(root, { recursive: true })
  await cp(join(compatRoot, fixture), dir, { recursive: true, filter: isFixtureSource })
  await cp(join(compatRoot, 'provider.ts'), join(root, 'provider.ts'))
  // Vite keeps its cache next to the nearest package.json; sides must not share one.
  await writeFile(join(root, 'package.json'), '{ "private": true, "type": "module" }\n')
  const path = (file: string): string => join(dir, file)
  const read = (file: string): Promise<string> => readFile(path(file), 'utf8')
  const write = async (file: string, content: string): Promise<void> => {
    await mkdir(dirname(path(file)), { recursive: true })
    await writeFile(path(file), content)
  }
  const edit = async (file: string, from: string, to: string): Promise<void> => {
    const content = await read(file)
    if (!content.includes(from)) throw new Error(`"${from}" is not in ${file}`)
    await write(file, content.replaceAll(from, to))
  }
  return { root, dir, path, read, write, edit }
}

/** Traces of running a fixture in place by hand are not part of it. */
function isFixtureSource(path: string): boolean {
  return !/[\\/](?:node_modules[\\/]\.vite|\.vitest|__screenshots__)(?:[\\/]|$)/.test(path)
}
