import { assertReadable, canWrite } from '../file-access.ts'
import type { Attempt } from '../recovery/attempt.ts'
import { internals, type Wire } from '../vitest-internals.ts'
import { aboutSomething, assertOwnFiles, assertOwnTasks, idsOf } from './own-task.ts'
import type { RpcContext } from './rpc-context.ts'
import type { Artifact, Method, ResultHandlers } from './tester-contract.ts'

/** Tests as they are found, run and finished. */
export function createResultHandlers(context: RpcContext): ResultHandlers {
  const { vitest, project } = context
  const core = internals(vitest)
  const state = vitest.state as unknown as {
    collectFiles: (project: unknown, files: unknown[]) => void
    updateTasks: (packs: unknown) => void
  }
  const attempt = (): Attempt | undefined => context.session.meta.slot.attempt
  return {
    async onQueued(method: Method, file: Wire) {
      assertOwnFiles(context, [file])
      if (method === 'collect') state.collectFiles(project, [file])
      else if (attempt()) await attempt()?.onQueued(file)
      else await core._testRun.enqueued(project, file)
    },
    async onCollected(method: Method, files: Wire) {
      assertOwnFiles(context, files)
      if (method === 'collect') state.collectFiles(project, files)
      else if (attempt()) await attempt()?.onCollected(files)
      else await core._testRun.collected(project, files)
    },
    async onTaskUpdate(method: Method, packs: Wire, allEvents: Wire) {
      assertOwnTasks(context, [...idsOf(packs), ...idsOf(allEvents)])
      const events = aboutSomething(context, allEvents)
      if (method === 'collect') state.updateTasks(packs)
      else if (attempt()) await attempt()?.onUpdate(packs, events)
      else await core._testRun.updated(packs, events)
    },
    async onTaskArtifactRecord(testId: string, artifact: Artifact) {
      assertOwnTasks(context, [testId])
      confineAttachments(context, artifact)
      return core._testRun.recordArtifact(testId, artifact as Wire)
    },
    cancelCurrentRun(reason: never) {
      void vitest.cancelCurrentRun(reason)
    },
    getCountOfFailedTests(): number {
      return vitest.state.getCountOfFailedTests()
    },
  }
}

/** Attachments are copied next to the report, so a page may only name files it could read anyway. */
function confineAttachments(context: RpcContext, artifact: Artifact): void {
  const { project, vitest } = context
  const others = Array.isArray(artifact.attachments) ? artifact.attachments : []
  const named = [artifact.annotation?.attachment, ...others].filter(
    (attachment) => attachment != null,
  )
  if (canWrite(project)) {
    for (const { path } of named) {
      if (path && !/^https?:\/\//.test(path)) assertReadable(project, path)
    }
    return
  }
  if (named.length === 0) return
  if (artifact.annotation) artifact.annotation.attachment = undefined
  if (artifact.attachments) artifact.attachments = []
  vitest.logger.error(
    `[livetab] Attachments of project "${project.name}" were left out: writing files is switched off (\`api.allowWrite\`).`,
  )
}
