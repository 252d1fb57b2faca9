import { type ChildProcess, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { deskEnvironment } from './desk-environment.ts'
import { expectNothingLeft } from './leftovers.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export const examplesFolder: string = join(root, 'examples')

export interface ExampleEnd {
  readonly code: number | null
  readonly output: string
}

/** Runs an example's script in its folder as a user does, and sees to it that nothing of it stays. */
export async function runExample(folder: string, script = 'test'): Promise<ExampleEnd> {
  const directory = mkdtempSync(join(tmpdir(), 'livetab-example-'))
  const temporaryFolder = join(directory, 'tmp')
  mkdirSync(temporaryFolder)
  const child = spawn('npm', ['run', script], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...deskEnvironment(),
      NO_COLOR: '1',
      FORCE_COLOR: undefined,
      TMPDIR: temporaryFolder,
      // npm's own cache would be left in that folder.
      NODE_DISABLE_COMPILE_CACHE: '1',
      npm_config_update_notifier: 'false',
    },
  })
  try {
    const end = await untilEnd(child)
    await expectNothingLeft({ temporaryFolder })
    return end
  } finally {
    killGroup(child)
    rmSync(directory, { recursive: true, force: true })
  }
}

async function untilEnd(child: ChildProcess): Promise<ExampleEnd> {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += String(chunk)
    })
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve)
    child.once('error', reject)
  })
  return { code, output: stripVTControlCharacters(output) }
}

/** For a test that was given up: what ended by itself has no group any more. */
function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

/** The numbers that Vitest ended with, those of each run where there were several. */
export function testsPassed(output: string): number[] {
  return [...output.matchAll(/^\s*Tests {2}(.+)$/gm)].map(([, summary = '']) =>
    Number(/(\d+) passed/.exec(summary)?.[1] ?? 0),
  )
}

/** A copy of an example to break. It has the modules of the original. */
export class ExampleCopy implements Disposable {
  readonly folder: string

  constructor(name: string) {
    const parent = join(root, 'fixtures/.tmp')
    mkdirSync(parent, { recursive: true })
    this.folder = mkdtempSync(join(parent, `example-${name}-`))
    const original = join(examplesFolder, name)
    const modules = join(original, 'node_modules')
    cpSync(original, this.folder, { recursive: true, filter: (path) => path !== modules })
    symlinkSync(modules, join(this.folder, 'node_modules'))
  }

  /** Replaces text that must be there. */
  edit(file: string, before: string, after: string): void {
    const path = join(this.folder, file)
    const text = readFileSync(path, 'utf8')
    if (!text.includes(before)) throw new Error(`There is no "${before}" in ${file}.`)
    writeFileSync(path, text.replace(before, after))
  }

  remove(file: string): void {
    const path = join(this.folder, file)
    if (!existsSync(path)) throw new Error(`There is no ${file}.`)
    rmSync(path)
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
