import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { addTo, type Groups, inSteadyMicroseconds, type TestingWindow } from './window.ts'

interface TraceEvent {
  ph: string
  name: string
  cat: string
  pid: number
  tid: number
  ts: number
  dur?: number
  /** CPU time of the thread, where the event has it. */
  tdur?: number
  args?: { name?: string }
}

export interface TraceSummary {
  /** Milliseconds by process and thread. */
  threads: Groups
  /** Milliseconds of the renderers' main threads by kind of work. */
  rendererMain: Groups
}

/** Chromium starts tracing by itself and writes the file when it ends. */
export function traceArgs(file: string): string[] {
  return [
    '--trace-startup=toplevel,devtools.timeline,v8,blink,loading,navigation',
    `--trace-startup-file=${file}`,
    '--trace-startup-format=json',
    '--trace-startup-duration=0',
  ]
}

const kindsOfWork: [pattern: RegExp, group: string][] = [
  [/GC/, 'garbage collection'],
  [/^v8\.(compile|produce|parse|consume|deserialize)|^V8\.(Compile|Optimize|Deopt)/i, 'compiling'],
  [
    /^v8\.|^(FunctionCall|EvaluateScript|TimerFire|EventDispatch|AsyncTask)|Microtask/,
    'running scripts',
  ],
  [/Loader|Resource|ResourceFetcher|Fetch/, 'loading modules'],
  [/Navigation|FrameLoader|ParseHTML|HTMLDocumentParser|DocumentLoader/, 'creating documents'],
  [/Style|Layout|Paint|Lifecycle|CSS|FrameWidget|Animation|Compositor/i, 'style and layout'],
]

function kindOfWork({ name, cat }: TraceEvent): string {
  const kind = kindsOfWork.find(([pattern]) => pattern.test(name))?.[1]
  return kind ?? (cat.startsWith('loading') ? 'loading modules' : 'tasks, messages and the rest')
}

async function* readEvents(file: string): AsyncGenerator<TraceEvent> {
  // One event per line; whole traces can be larger than the longest string. The list is between
  // the line that opens it and the metadata.
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line.startsWith('{"args"'))
      yield JSON.parse(line.replace(/,$|\],"metadata":$/, '')) as TraceEvent
  }
}

/** Self time of every event of one thread, in milliseconds. */
function* selfTimes(events: TraceEvent[]): Generator<[TraceEvent, number]> {
  const sorted = events.toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
  const self = sorted.map((event) => event.tdur ?? event.dur ?? 0)
  const open: { index: number; end: number }[] = []
  for (const [index, event] of sorted.entries()) {
    while (open.length > 0 && (open.at(-1)?.end ?? 0) <= event.ts) open.pop()
    const parent = open.at(-1)
    if (parent) self[parent.index] = (self[parent.index] ?? 0) - (event.tdur ?? event.dur ?? 0)
    open.push({ index, end: event.ts + (event.dur ?? 0) })
  }
  for (const [index, event] of sorted.entries()) yield [event, Math.max(self[index] ?? 0, 0) / 1000]
}

/** Threads whose number varies are shown as one. */
function threadName(process: string, thread: string): string {
  const shortProcess = process.replace('Service: network.mojom.NetworkService', 'Network')
  const shortThread = thread
    .replace(/^(ThreadPool).*/, 'thread pool')
    .replace(/^Cr\w+Main$/, 'main thread')
    .replace(/^Chrome_(Child)?IOThread$/, 'I/O thread')
  return `${shortProcess}, ${shortThread}`
}

export async function summariseTrace(file: string, window: TestingWindow): Promise<TraceSummary> {
  const [from, to] = inSteadyMicroseconds(window)
  const names = { process_name: new Map<string, string>(), thread_name: new Map<string, string>() }
  const byThread = new Map<string, TraceEvent[]>()
  for await (const event of readEvents(file)) {
    if (event.ph === 'M' && event.name === 'process_name')
      names.process_name.set(String(event.pid), event.args?.name ?? '')
    else if (event.ph === 'M' && event.name === 'thread_name')
      names.thread_name.set(`${event.pid}:${event.tid}`, event.args?.name ?? '')
    else if (event.ph === 'X' && event.ts >= from && event.ts <= to) {
      const key = `${event.pid}:${event.tid}`
      const events = byThread.get(key)
      if (events) events.push(event)
      else byThread.set(key, [event])
    }
  }
  const summary: TraceSummary = { threads: new Map(), rendererMain: new Map() }
  for (const [key, events] of byThread) {
    const process = names.process_name.get(key.split(':')[0] ?? '') ?? 'unknown'
    const thread = names.thread_name.get(key) ?? 'unknown'
    for (const [event, ms] of selfTimes(events)) {
      addTo(summary.threads, threadName(process, thread), ms)
      if (thread === 'CrRendererMain') addTo(summary.rendererMain, kindOfWork(event), ms)
    }
  }
  return summary
}
