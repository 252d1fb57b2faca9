import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative } from 'node:path'
import type { Normalise } from './normalise.ts'
import { describeHtmlReport } from './html-report.ts'
import { describeTrace } from './playwright-trace.ts'
import type { Workspace } from './workspace.ts'

/** Path inside the workspace → what the files there say, in comparable form. */
export type Artifacts = Record<string, string[]>

/** Caches, and Vitest's own UI that the HTML reporter copies. */
const ignored = /(?:^|\/)(?:node_modules|\.vitest\/ui\/assets)\//

/** Durations, dates and machine names in the reports that Vitest writes. */
const timings: [RegExp, string][] = [
  [/"(startTime|endTime|duration|start|time)":\s*[\d.]+/g, '"$1": 0'],
  [/ (time|timestamp|hostname)="[^"]*"/g, ' $1=""'],
]

/** Everything the fixture's folder holds after a run: sources, snapshots, screenshots, reports. */
export async function readArtifacts(
  workspace: Workspace,
  normalise: Normalise,
): Promise<Artifacts> {
  const artifacts: Artifacts = {}
  const entries = await readdir(workspace.dir, { recursive: true, withFileTypes: true })
  for (const entry of entries.filter((it) => it.isFile())) {
    const file = join(entry.parentPath, entry.name)
    const path = relative(workspace.dir, file)
    if (ignored.test(path)) continue
    // Attachments are named after a hash of their place.
    const name = normalise(path).replaceAll(/\b[\da-f]{40}\b/g, '<hash>')
    const contents = artifacts[name] ?? []
    artifacts[name] = contents
    contents.push(describe(extname(name), await readFile(file), normalise))
    contents.sort()
  }
  return artifacts
}

function describe(extension: string, content: Buffer, normalise: Normalise): string {
  if (extension === '.png') {
    const size = `${content.readUInt32BE(16)}x${content.readUInt32BE(20)}`
    return `PNG ${size} ${createHash('sha256').update(content).digest('hex')}`
  }
  if (extension === '.gz') return describeHtmlReport(content)
  if (extension === '.zip') return normalise(describeTrace(content))
  if (content.includes(0)) return `${extension} file`
  return timings.reduce(
    (text, [pattern, replacement]) => text.replaceAll(pattern, replacement),
    normalise(content.toString()),
  )
}
