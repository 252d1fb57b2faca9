import { execFile } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { provideChromium, userEnvironment } from './user-environment.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const bin = join(repository, 'packages/livetab/bin/livetab.js')

/** What a command came to. */
interface Outcome {
  readonly code: number
  readonly output: string
}

/** What a project has installed unless a spec says otherwise. */
const everything = ['livetab', 'vitest', 'vite', '@vitest/browser-playwright', 'playwright']

/** A project of `fixtures/cli`, copied to a folder outside the workspace. */
export class CliProject implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'livetab-cli-'))
  readonly root: string = join(this.#folder, 'project')
  readonly env: NodeJS.ProcessEnv = userEnvironment(this.#folder)

  constructor(fixture: string, packages: readonly string[] = everything) {
    cpSync(join(repository, 'fixtures/cli', fixture), this.root, { recursive: true })
    for (const name of packages) this.#link(name)
  }

  /** Runs `npx livetab` as it is built, with nobody at the keyboard. */
  livetab(...args: readonly string[]): Promise<Outcome> {
    return this.#run([process.execPath, bin, ...args])
  }

  /** The same on a terminal, where somebody types. */
  livetabOnTerminal(keys: string, ...args: readonly string[]): Promise<Outcome> {
    const command = [process.execPath, bin, ...args].join(' ')
    return this.#run(['script', '-qfec', command, '/dev/null'], keys)
  }

  /** The same into a reader that has enough after one line. */
  livetabIntoHead(...args: readonly string[]): Promise<Outcome> {
    const command = [process.execPath, bin, ...args].join(' ')
    return this.#run(['sh', '-c', `${command} | head -n 1`])
  }

  /** Runs the project's tests once. */
  vitest(): Promise<Outcome> {
    return this.#run([process.execPath, join(this.root, 'node_modules/vitest/vitest.mjs'), 'run'])
  }

  provideChromium(): Promise<void> {
    return provideChromium(this.root, this.env)
  }

  read(file: string): string {
    return readFileSync(join(this.root, file), 'utf8')
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.root, file), text)
  }

  remove(file: string): void {
    rmSync(join(this.root, file))
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #link(name: string): void {
    const link = join(this.root, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(repository, 'node_modules', name), link)
  }

  #run([file = '', ...args]: readonly string[], keys = ''): Promise<Outcome> {
    return new Promise((resolve) => {
      const options = { cwd: this.root, env: this.env, timeout: 100_000 }
      const child = execFile(file, args, options, (_error, stdout, stderr) => {
        resolve({ code: child.exitCode ?? -1, output: stdout + stderr })
      })
      if (keys === '') child.stdin?.end()
      // The answer comes when it is asked for.
      else
        child.stdout?.on('data', (text) => {
          if (String(text).includes('[Y/n]')) child.stdin?.write(keys)
        })
    })
  }
}

/** The lines that a diff takes away and adds. */
export function changedLines(output: string): string[] {
  return output.split('\n').filter((line) => /^[+-]/.test(line))
}
