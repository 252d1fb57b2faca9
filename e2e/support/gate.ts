import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { Plugin } from 'vite'

const variable = 'LIVETAB_GATES'
const interval = 20

/** Gates that a fixture's tests stop at until the spec opens them. */
export class Gates implements Disposable {
  readonly #directory = mkdtempSync(join(tmpdir(), 'livetab-gates-'))

  get env(): Record<string, string> {
    return { [variable]: this.#directory }
  }

  open(name: string): void {
    writeFileSync(join(this.#directory, name), '')
  }

  close(name: string): void {
    rmSync(join(this.#directory, name), { force: true })
  }

  /** Whether somebody stands at the gate, or went through it. */
  wasReached(name: string): boolean {
    return existsSync(join(this.#directory, `${name}.reached`))
  }

  [Symbol.dispose](): void {
    rmSync(this.#directory, { recursive: true, force: true })
  }
}

/** Resolves when the spec has opened the gate. Without a spec all gates are open. */
export async function passGate(name: string): Promise<void> {
  const directory = process.env[variable]
  if (!directory) return
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, `${name}.reached`), '')
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (!existsSync(join(directory, name))) return
      clearInterval(timer)
      resolve()
    }, interval)
    timer.unref()
  })
}

/** For a fixture's config: `await fetch('/gate/<name>')` in a test comes back when the gate is open. */
export function gates(): Plugin {
  return {
    name: 'gates',
    configureServer(server) {
      server.middlewares.use('/gate', (req, res) => {
        void passGate((req.url ?? '').replaceAll(/[^\w-]/g, '')).then(() => res.end('open'))
      })
    },
  }
}
