import type { RpcContext } from './rpc-context.ts'

interface NamedFile {
  readonly projectName?: unknown
}

interface ReportedFile extends NamedFile {
  readonly filepath: string
}

interface TaskRecord {
  readonly file: NamedFile
}

/** A page reports on the files of its project that it was asked to run, and on nothing else. */
export function assertOwnFiles(context: RpcContext, files: unknown): void {
  if (!Array.isArray(files) || !files.every((file) => isReportedFile(file))) {
    throw new TypeError('[livetab] The file is none.')
  }
  if (!files.every((file) => isOwn(context, file))) refuse(context, 'a file')
  const asked = context.session.meta.slot.attempt?.options.files ?? []
  if (!files.every(({ filepath }) => asked.some((file) => file.filepath === filepath))) {
    throw new Error('[livetab] This page was not asked to run that file.')
  }
}

/** Results, logs and artifacts go to tests of the page's own project. */
export function assertOwnTasks(context: RpcContext, ids: Iterable<unknown>): void {
  for (const id of ids) {
    const task = find(context, id)
    if (task && !isOwn(context, task.file)) refuse(context, 'a test')
  }
}

/** Events of tests that Vitest does not know would count as errors of the run; they are about nothing. */
export function aboutSomething<Events>(context: RpcContext, events: Events): Events {
  const known = (events as unknown[][]).filter(([id]) => find(context, id) !== undefined)
  return known as Events
}

/** The ids that a list of updates or events is about. */
export function* idsOf(entries: unknown): Generator {
  if (!Array.isArray(entries)) throw new TypeError('[livetab] The list of updates is none.')
  for (const entry of entries as unknown[]) {
    if (!Array.isArray(entry)) throw new TypeError('[livetab] An update has no test.')
    yield entry[0]
  }
}

function refuse(context: RpcContext, what: string): never {
  context.core.debug(
    `a page of session ${context.session.id.slice(0, 8)} (${context.project.name}) named ${what} of another project; refused`,
  )
  throw new Error(`[livetab] This page named ${what} of another project.`)
}

function isOwn(context: RpcContext, file: NamedFile): boolean {
  return (file.projectName ?? '') === context.project.name
}

function isReportedFile(file: unknown): file is ReportedFile {
  if (typeof file !== 'object' || file === null) return false
  const { id, type, filepath, tasks, meta } = file as Record<string, unknown>
  return (
    typeof id === 'string' &&
    type === 'suite' &&
    typeof filepath === 'string' &&
    Array.isArray(tasks) &&
    typeof meta === 'object'
  )
}

function find(context: RpcContext, id: unknown): TaskRecord | undefined {
  return context.vitest.state.idMap.get(id as string)
}
