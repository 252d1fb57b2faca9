import { appendFileSync } from 'node:fs'
import process from 'node:process'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Writes down what reporters are told, one JSON line each, for `startVitest()` of `livetab/e2e` to read. */
export default class HistoryReporter implements Reporter {
  onTestRunStart(): void {
    write({ event: 'run-start' })
  }

  onTestModuleStart(module: TestModule): void {
    write({ event: 'module-start', ...place(module) })
  }

  onTestModuleEnd(module: TestModule): void {
    const errors = module.errors().map((error) => error.message)
    write({ event: 'module-end', ...place(module), state: module.state(), errors })
  }

  onTestCaseReady(test: TestCase): void {
    write({ event: 'test-start', ...place(test.module), test: test.fullName })
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result()
    const messages = errors.map((error) => error.message)
    write({
      event: 'test-end',
      ...place(test.module),
      test: test.fullName,
      state,
      errors: messages,
    })
  }

  onTestRunEnd(
    _modules: readonly TestModule[],
    errors: readonly { message?: string }[],
    reason: string,
  ): void {
    write({ event: 'run-end', state: reason, errors: errors.map((error) => error.message ?? '') })
  }
}

function place(module: TestModule): { project: string; file: string } {
  return {
    project: module.project.name,
    file: relative(module.project.config.root, module.moduleId),
  }
}

function write(entry: object): void {
  const file = process.env['LIVETAB_HISTORY']
  if (file) appendFileSync(file, `${JSON.stringify({ ...entry, time: Date.now() })}\n`)
}
