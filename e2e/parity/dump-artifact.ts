import type { TestArtifact } from 'vitest'

interface TraceEntry {
  name: string
  kind: string
  status?: string
  range?: { phase: string }
  element?: { locator: string }
  location?: { file: string; line: number; column: number }
  snapshot?: unknown
}

/** Kind, attachments and, for trace view, the recorded steps; ids and times are left out. */
export function dumpArtifact(artifact: TestArtifact): string {
  const attachments = (artifact.attachments ?? []).map((it) => it.contentType ?? 'attachment')
  const steps = artifact.type === 'internal:browserTrace' ? traceSteps(artifact.data) : []
  return [artifact.type, ...attachments, ...steps].join('\n  ')
}

function traceSteps(data: unknown): string[] {
  const { entries } = data as { entries: TraceEntry[] }
  return entries.map(({ name, kind, status, range, element, location, snapshot }) =>
    [
      `${kind} ${name}`,
      range?.phase,
      status,
      element?.locator,
      location && `${location.file}:${location.line}:${location.column}`,
      snapshot ? 'with a snapshot' : undefined,
    ]
      .filter(Boolean)
      .join(', '),
  )
}
