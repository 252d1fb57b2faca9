import { basename, dirname, relative, resolve } from 'pathe'
import { assertNoWayOut, assertReadableByCommand, canExec, canWrite } from '../file-access.ts'
import { assertOwnTasks } from './own-task.ts'
import type { RpcContext } from './rpc-context.ts'

export interface CommandCall {
  readonly command: string
  readonly testPath: string | undefined
  readonly payload: readonly unknown[]
}

/** What one of Vitest's own commands touches. */
interface Touched {
  /** Checked by the command itself, but only as it is named. */
  readonly paths?: readonly unknown[]
  /** Written without a check of the command's own. */
  readonly unchecked?: readonly unknown[]
  readonly tests?: readonly unknown[]
}

type Options = Readonly<Record<string, unknown>>

const own: Record<string, (call: CommandCall, context: RpcContext) => Touched> = {
  readFile: ({ payload }) => ({ paths: [payload[0]] }),
  writeFile: ({ payload }) => ({ paths: [payload[0]] }),
  removeFile: ({ payload }) => ({ paths: [payload[0]] }),
  __vitest_fileInfo: ({ payload }) => ({ paths: [payload[0]] }),
  __vitest_upload: ({ payload }) => ({
    paths: list(payload[1]).filter((file) => typeof file === 'string'),
  }),
  __vitest_screenshot: (call, context) =>
    options(call.payload[1])['save'] === false ? {} : { paths: screenshots(call, context) },
  __vitest_takeScreenshot: (call, context) =>
    options(call.payload[1])['save'] ? { paths: screenshots(call, context) } : {},
  // Vitest writes a trace that was begun and not ended when it is stopped, so the beginning counts.
  __vitest_startChunkTrace: (call, context) => ({ unchecked: traces(call, context) }),
  __vitest_stopChunkTrace: (call, context) => ({ paths: traces(call, context) }),
  __vitest_deleteTracing: ({ payload }) => ({ paths: list(options(payload[0])['traces']) }),
  __vitest_annotateTraces: ({ payload }) => ({
    paths: list(options(payload[0])['traces']),
    tests: [options(payload[0])['testId']],
  }),
  __vitest_recordBrowserTrace: ({ payload }) => ({ tests: [options(payload[0])['testId']] }),
}

/**
 * Comes before every command. Vitest's own check paths as they are named; here they are checked as what
 * they lead to. Commands of the project's config run what it wants, so they need `api.allowExec`.
 */
export function assertCommand(context: RpcContext, call: CommandCall): void {
  const { project } = context
  if (typeof call.command !== 'string' || !Array.isArray(call.payload)) {
    throw new TypeError('[livetab] The command is none.')
  }
  if (call.testPath !== undefined && call.testPath !== null)
    assertReadableByCommand(project, call.testPath)
  if (isCustom(context, call.command)) {
    if (canExec(project)) return
    throw new Error(
      `The command "${call.command}" was not run: running code is switched off for project "${project.name}" (\`api.allowExec\`).`,
    )
  }
  if (!Object.hasOwn(own, call.command)) return
  const { paths = [], unchecked = [], tests = [] } = own[call.command]?.(call, context) ?? {}
  if (unchecked.length > 0 && !canWrite(project)) {
    throw new Error(
      `The command "${call.command}" was not run: writing files is switched off for project "${project.name}" (\`api.allowWrite\`).`,
    )
  }
  for (const path of paths) assertNoWayOut(project, path)
  for (const path of unchecked) assertReadableByCommand(project, path)
  assertOwnTasks(context, tests)
}

/** Names with Vitest's prefix are its own and its providers'; so are three without. */
function isCustom({ project }: RpcContext, command: string): boolean {
  const { commands } = project.config.browser
  if (commands && Object.hasOwn(commands, command)) return true
  return !command.startsWith('__vitest_') && !Object.hasOwn(own, command)
}

function screenshots({ payload, testPath }: CommandCall, { project }: RpcContext): unknown[] {
  const { path } = options(payload[1])
  if (typeof testPath !== 'string') return []
  const folder = dirname(testPath)
  if (path !== undefined && path !== null && path !== '') return [resolve(folder, text(path))]
  const { screenshotDirectory } = project.config.browser
  const base = screenshotDirectory
    ? resolve(screenshotDirectory, relative(project.config.root, folder), basename(testPath))
    : resolve(folder, '__screenshots__', basename(testPath))
  return [resolve(base, text(payload[0]))]
}

function traces({ payload, testPath }: CommandCall, { project }: RpcContext): unknown[] {
  const { trace } = project.config.browser
  const folder =
    trace.tracesDir ?? resolve(dirname(testPath ?? ''), '__traces__', basename(testPath ?? ''))
  const prefix = project.name.replaceAll(/[^a-z0-9]/gi, '-')
  return [resolve(folder, `${prefix}-${text(options(payload[0])['name'])}.trace.zip`)]
}

function options(value: unknown): Options {
  return typeof value === 'object' && value !== null ? (value as Options) : {}
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}

function text(value: unknown): string {
  if (typeof value !== 'string' || value.includes('\0')) {
    throw new TypeError('Access denied: the path is not one.')
  }
  return value.replaceAll('\\', '/')
}
