import { randomBytes } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import type { GraphLinker, Plan } from './graph-linker.ts'
import type { LinkedFile } from './linked-file.ts'

/** Names that cannot stand in an address as they are; such files are served as plain modules. */
const awkward = /[?#%]/

/** How many files are looked through while others run. */
const stride = 16

/**
 * Decides for each tester whether its modules come linked. All of a page's modules do or none:
 * a module that came both ways would exist twice.
 */
export class TesterPlans {
  readonly #linker: GraphLinker
  /** Only pages that are linked know it: who else asks for a test file gets it from Vite, and changes nothing. */
  readonly #mark = `linked${randomBytes(16).toString('hex')}`
  #ahead = 0
  /** What was served last for an entry; stack traces lead back through it. */
  readonly #served = new Map<string, LinkedFile>()

  constructor(linker: GraphLinker) {
    this.#linker = linker
  }

  /** Decides for a page that is about to load, and says which version of its files it asks for if they are linked. */
  async decide(
    project: TestProject,
    testFile: string,
    mayBeLinked: boolean,
  ): Promise<string | undefined> {
    if (mayBeLinked && (await this.#isLinked(project, testFile))) {
      return `${this.#mark}${Date.now()}`
    }
    this.#served.delete(testFile)
    return undefined
  }

  async #isLinked(project: TestProject, testFile: string): Promise<boolean> {
    if (!mayLink(project)) return false
    const entries = [...project.config.setupFiles, testFile]
    if (entries.some((file) => awkward.test(file))) return false
    const plans = await Promise.all(entries.map((file) => this.#plan(file)))
    return plans.every((plan) => plan !== undefined)
  }

  /** A page runs a file, so this process has time: looks through the next ones before their pages ask. */
  async lookAhead(project: TestProject, waiting: () => readonly string[]): Promise<void> {
    if (this.#ahead-- > 0 || !mayLink(project)) return
    this.#ahead = stride / 2
    for (const file of waiting().slice(0, stride)) await this.#plan(file)
  }

  /** Whether a page that is linked asks for this version. */
  isLinkedVersion(version: string): boolean {
    return version.startsWith(this.#mark)
  }

  /** What to serve for an entry, or nothing to serve it as it is. */
  async entry(file: string, plain: string): Promise<LinkedFile | undefined> {
    const plan = await this.#plan(file)
    if (!plan) return undefined
    const linked = this.#linker.link(plan, plain)
    this.#served.set(file, linked)
    return linked
  }

  served(file: string): LinkedFile | undefined {
    return this.#served.get(file)
  }

  /** A file that Vite cannot transform says so itself when it is imported. */
  #plan(file: string): Promise<Plan> {
    const url = /^\w:/.test(file) ? `/@fs/${file}` : file
    return this.#linker.plan(url).catch(() => undefined)
  }
}

/** Whoever looks at single modules gets them: a debugger, a coverage tool, a person with open devtools. */
export function mayLink(project: TestProject): boolean {
  const { config, vitest } = project
  return (
    config.isolate &&
    config.browser.headless &&
    !vitest.config.coverage.enabled &&
    !vitest.config.inspector.enabled &&
    project.vite.config.base === '/'
  )
}
