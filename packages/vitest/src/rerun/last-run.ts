import type { TestProject } from 'vitest/node'

export interface LastRun {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly files: readonly string[]
}

/** What Vitest knows of a project's last run. */
export function lastRunOf(project: TestProject): LastRun | undefined {
  const modules = project.vitest.state
    .getTestModules()
    .filter((module) => module.project.name === project.name)
  if (modules.length === 0) return undefined
  const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 }
  for (const module of modules) {
    for (const test of module.children.allTests()) counts[test.result().state]++
    if (module.state() === 'failed' && module.children.size === 0) counts.failed++
  }
  return {
    passed: counts.passed,
    failed: counts.failed,
    skipped: counts.skipped,
    files: modules.map((module) => module.moduleId),
  }
}
