import { unzip } from './zip.ts'

interface TraceEvent {
  type: string
  title?: string
  class?: string
  method?: string
  params?: { selector?: string }
  stack?: { file: string; line: number; column: number }[]
}

/** The actions of a Playwright trace in order; the rest of it is times, ids and pictures. */
export function describeTrace(archive: Buffer): string {
  const trace = unzip(archive).get('trace.trace')?.toString() ?? ''
  return trace
    .split('\n')
    .filter(Boolean)
    .map((line): TraceEvent => JSON.parse(line))
    .filter((event) => event.type === 'context-options' || event.type === 'before')
    .map(describeEvent)
    .join('\n')
}

function describeEvent({ title, class: owner, method, params, stack }: TraceEvent): string {
  const place = stack?.[0]
  return [
    title ?? `${owner}.${method}`,
    params?.selector,
    place && `${place.file}:${place.line}:${place.column}`,
  ]
    .filter(Boolean)
    .join(' ')
}
