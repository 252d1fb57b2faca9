import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { handOver } from '../setup/hand-over.mjs'
import { packageBin } from '../setup/package-bin.mjs'
import { root } from '../setup/paths.mjs'
import { reportFolder } from './report-folder.mjs'

export async function runUnit(context, args) {
  return runVitest(context, 'unit', args)
}

/** What people read: links, code, commands, options, messages, and the site made of it. */
export async function runDocs(context, args) {
  const config = join(root, 'scripts/checks/docs/vitest.config.ts')
  return runVitest(context, 'docs', ['--config', config, ...args])
}

async function runVitest(context, name, args) {
  const report = join(reportFolder(), `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return countTests(
    report,
    () => runTool(context, [packageBin('vitest'), 'run', ...reporters, ...args]),
    ({ numPassedTests, numFailedTests, numPendingTests, numTodoTests }) => ({
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: numPendingTests + numTodoTests,
    }),
  )
}

export async function runE2e(context, args) {
  const report = join(reportFolder(), 'e2e.json')
  const env = { ...context.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const cli = packageBin('@playwright/test', 'playwright')
  return countTests(
    report,
    () => runTool({ ...context, env }, [cli, 'test', '--reporter=list,json', ...args]),
    // Tests are tried again only in CI, where Playwright's own summary names those that needed it.
    ({ stats }) => ({
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
    }),
  )
}

/** A run that ended badly without a failed test (a file that does not load) counts as one. */
async function countTests(report, run, read) {
  rmSync(report, { force: true })
  const ok = await run()
  const counts = readReport(report, read) ?? { passed: 0, failed: 0, skipped: 0 }
  const nothingRan = counts.passed + counts.failed === 0
  if ((!ok || nothingRan) && counts.failed === 0) return { ...counts, failed: 1 }
  return counts
}

function readReport(report, read) {
  try {
    return read(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    return undefined
  }
}

async function runTool({ node, env }, args) {
  return (await handOver(node, args, { cwd: root, env })) === 0
}
