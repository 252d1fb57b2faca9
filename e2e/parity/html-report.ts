import { gunzipSync } from 'node:zlib'
import { parse } from 'flatted'

interface ReportTask {
  type: string
  name: string
  mode: string
  result?: { state: string; errors?: { message: string }[] }
  tasks?: ReportTask[]
}

/** Names and states of the tests in the data of Vitest's HTML report. */
export function describeHtmlReport(archive: Buffer): string {
  const report: { files: ReportTask[]; unhandledErrors: unknown[] } = parse(
    gunzipSync(archive).toString(),
  )
  const lines = report.files
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((file) => describeTask(file, ''))
  return [...lines, `${report.unhandledErrors.length} unhandled errors`].join('\n')
}

function describeTask(
  { type, name, mode, result, tasks = [] }: ReportTask,
  indent: string,
): string[] {
  const errors = (result?.errors ?? []).map((error) => error.message)
  return [
    `${indent}${type} ${name}: ${[mode, result?.state, ...errors].join(' ')}`,
    ...tasks.flatMap((task) => describeTask(task, `${indent}  `)),
  ]
}
