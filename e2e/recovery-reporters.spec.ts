import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { describeHtmlReport } from './parity/html-report.ts'
import { expectNothingLeft } from './support/leftovers.ts'
import { startVitest } from './support/vitest-process.ts'

const fixture = 'fixtures/recovery-causes'
const files = ['closed', 'crashed', 'lost', 'killed', 'steady', '--exclude=tester-lost.test.ts']

/** Vitest writes it into the project, wherever the others go. */
const htmlReport = fileURLToPath(
  new URL(`../${fixture}/.vitest/ui/html.meta.json.gz`, import.meta.url),
)

interface JsonReport {
  numTotalTests: number
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[]
}

test.setTimeout(180_000)

test('each reporter ends with each test once, although files were run again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'livetab-reports-'))
  try {
    await using vitest = startVitest({
      fixture,
      args: [
        'run',
        ...files,
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${join(folder, 'report.json')}`,
        '--reporter=junit',
        `--outputFile.junit=${join(folder, 'report.xml')}`,
        '--reporter=html',
        '--reporter=blob',
        `--outputFile.blob=${join(folder, 'blobs/blob.json')}`,
      ],
    })
    expect(await vitest.exited, vitest.output).toBe(0)
    expect(vitest.output).toContain('This file was run 2 times')

    const json = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as JsonReport
    expect([json.numTotalTests, json.numPassedTests, json.numFailedTests]).toEqual([15, 15, 0])
    const names = json.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName }) => `${name} ${fullName}`),
    )
    expect(new Set(names).size).toBe(15)

    const junit = readFileSync(join(folder, 'report.xml'), 'utf8')
    expect(junit).toMatch(/<testsuites [^>]*tests="15" failures="0" errors="0"/)
    expect(junit.match(/<testcase /g)).toHaveLength(15)

    const html = describeHtmlReport(readFileSync(htmlReport))
    expect(html.match(/^ +test .*: run pass$/gm)).toHaveLength(15)
    expect(html).toContain('0 unhandled errors')

    const dots =
      /^·+$/m.exec(vitest.output.replaceAll(/\n(?=·)/g, ''))?.[0] ??
      vitest.output.match(/·/g)?.join('')
    expect(dots).toHaveLength(15)

    await using merged = startVitest({
      fixture,
      args: [
        'run',
        `--merge-reports=${join(folder, 'blobs')}`,
        '--reporter=json',
        `--outputFile.json=${join(folder, 'merged.json')}`,
      ],
    })
    expect(await merged.exited, merged.output).toBe(0)
    const again = JSON.parse(readFileSync(join(folder, 'merged.json'), 'utf8')) as JsonReport
    expect([again.numTotalTests, again.numPassedTests]).toEqual([15, 15])
    await expectNothingLeft(vitest)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

for (const moment of [/UI started at/, /Running the file again/]) {
  test(`the UI that was opened at "${moment.source}" ends with each test once`, async ({
    page,
  }) => {
    await using vitest = startVitest({
      fixture,
      args: ['--watch', '--ui', '--open=false', ...files],
    })
    await vitest.printed(moment)
    await page.goto(/UI started at (\S+)/.exec(vitest.output)?.[1] ?? '')
    await vitest.runsFinished(1, 120_000)
    expect(vitest.resultsOfLastRun(), vitest.output).toEqual({ passed: 15, failed: 0, skipped: 0 })
    await expect(page.getByText('PASS (5)')).toBeVisible({ timeout: 15_000 })
    await expect(page.getByText('FAIL (0)')).toBeVisible()
  })
}

test('files that share one page continue in a new one', async () => {
  await using vitest = startVitest({
    fixture,
    args: ['run', ...files, '--no-isolate', '--maxWorkers=1'],
  })
  expect(await vitest.exited, vitest.output).toBe(0)
  expect(vitest.resultsOfLastRun()).toEqual({ passed: 15, failed: 0, skipped: 0 })
  await expectNothingLeft(vitest)
})
