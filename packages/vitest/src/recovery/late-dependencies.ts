import type { DevEnvironment } from 'vite'
import type { TestProject } from 'vitest/node'
import type { LiveSession } from '../slot.ts'
import { within } from '../within.ts'

/** How long Vite may take to bundle what it found. */
const longestOptimisation = 60_000

/**
 * Notices when Vite finds a dependency while a file runs and changes all others with it:
 * pages that loaded the old ones break, whatever their tests do.
 */
export class LateDependencies {
  readonly #optimizer: DevEnvironment['depsOptimizer']
  readonly #before: string | undefined

  constructor(project: TestProject) {
    this.#optimizer = optimizerOf(project)
    this.#before = this.#optimizer?.metadata.browserHash
  }

  get changed(): boolean {
    return this.#optimizer?.metadata.browserHash !== this.#before
  }
}

const loadedWith = new WeakMap<LiveSession, string | undefined>()

/** Remembers which dependencies a page is opened with; its browser keeps their modules. */
export function noteDependencies(session: LiveSession): void {
  loadedWith.set(session, optimizerOf(session.meta.project)?.metadata.browserHash)
}

/** Whether what a page's browser keeps names dependencies that are there no more. */
export function hasOldDependencies(session: LiveSession): boolean {
  const { project } = session.meta
  return (
    loadedWith.has(session) &&
    loadedWith.get(session) !== optimizerOf(project)?.metadata.browserHash
  )
}

/** Resolves when Vite knows what it has to bundle, so that no page loads something that is about to change. */
export async function dependenciesSettled(project: TestProject): Promise<void> {
  const optimizer = optimizerOf(project)
  if (!optimizer) return
  const settling = async (): Promise<void> => {
    await optimizer.scanProcessing
    for (const { processing } of Object.values(optimizer.metadata.discovered)) await processing
  }
  await within(settling(), longestOptimisation).catch(() => undefined)
}

function optimizerOf(project: TestProject): DevEnvironment['depsOptimizer'] {
  return project.vite.environments['client']?.depsOptimizer
}
