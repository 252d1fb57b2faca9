import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Normalise } from './normalise.ts'
import type { Workspace } from './workspace.ts'

/** Path inside the workspace → what the file says, in comparable form. */
export type Artifacts = Record<string, string>

const ignored = /(?:^|\/)node_modules\//

/** Durations, dates and machine names in the reports that Vitest writes. */
const timings: [RegExp, string][] = [
  [/"(startTime|endTime|duration|start|time)":\s*[\d.]+/g, '"$1": 0'],
  [/ (time|timestamp|hostname)="[^"]*"/g, ' $1=""'],
]

/** Everything the fixture's folder holds after a run: sources, snapshots, screenshots, reports. */
export async function readArtifacts(workspace: Workspace, normalise: Normalise): Promise<Artifacts> {
  const artifacts: Artifacts = {}
  for await (const entry of glob('**', { cwd: workspace.dir, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const name = file.slice(workspace.dir.length + 1)
    if (ignored.test(name)) continue
    artifacts[normalise(name)] = describe(extname(name), await readFile(file), normalise)
  }
  return artifacts
}

function describe(extension: string, content: Buffer, normalise: Normalise): string {
  if (extension === '.png') {
    const size = `${content.readUInt32BE(16)}x${content.readUInt32BE(20)}`
    return `PNG ${size} ${createHash('sha256').update(content).digest('hex')}`
  }
  if (content.includes(0)) return `${extension} file`
  return timings.reduce(
    (text, [pattern, replacement]) => text.replaceAll(pattern, replacement),
    normalise(content.toString()),
  )
}
