import { structuredPatch } from 'diff'
import { styled } from '../terminal.ts'

/** The change to a file as a unified diff. A file that is not there yet has no `before`. */
export function showDiff(name: string, before: string | undefined, after: string): string {
  const patch = structuredPatch(name, name, before ?? '', after, undefined, undefined, {
    context: 3,
  })
  const lines: string[] = []
  for (const hunk of patch.hunks) {
    const { oldStart, oldLines, newStart, newLines } = hunk
    lines.push(styled('cyan', `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`))
    for (const line of hunk.lines) lines.push(coloured(line.replace('\r', '')))
  }
  const title = before === undefined ? `${name} (new)` : name
  return [styled('bold', title), ...lines].join('\n')
}

function coloured(line: string): string {
  if (line.startsWith('+')) return styled('green', line)
  return line.startsWith('-') ? styled('red', line) : line
}
