import { existsSync } from 'node:fs'
import { mkdir, readFile, unlink, writeFile } from 'node:fs/promises'
import { dirname } from 'pathe'
import { assertReadable, canExec, canWrite } from '../file-access.ts'
import { assertLive, type RpcContext } from './rpc-context.ts'
import type { SnapshotHandlers } from './tester-contract.ts'

/** Snapshot files, inside Vite's `server.fs` rules. */
export function createSnapshotHandlers(context: RpcContext): SnapshotHandlers {
  const { vitest, project } = context

  const refuseWrite = (action: string, path: string): void => {
    vitest.logger.error(
      `[livetab] The snapshot file "${path}" was not ${action}: writing files is switched off (\`api.allowWrite\`).`,
    )
  }

  return {
    resolveSnapshotPath(testPath: string): string {
      return vitest.snapshot.resolvePath(testPath, { config: project.serializedConfig })
    },
    resolveSnapshotRawPath(testPath: string, rawPath: string): string {
      return vitest.snapshot.resolveRawPath(testPath, rawPath)
    },
    snapshotSaved(snapshot: never): void {
      const { attempt } = context.session.meta.slot
      // An attempt that is cut off after this point runs again and would be counted twice.
      if (attempt) attempt.onAccepted(() => vitest.snapshot.add(snapshot))
      else vitest.snapshot.add(snapshot)
    },
    async readSnapshotFile(path: string): Promise<string | null> {
      const file = assertReadable(project, path)
      return existsSync(file) ? readFile(file, 'utf8') : null
    },
    async readSnapshotFileData(path: string): Promise<Record<string, string> | null> {
      const file = assertReadable(project, path)
      if (!existsSync(file)) return null
      if (!canExec(project)) {
        throw new Error(
          `The snapshot file "${path}" was not read: running code is switched off (\`api.allowExec\`).`,
        )
      }
      return evaluate(file, await readFile(file, 'utf8'))
    },
    async saveSnapshotFile(path: string, content: string): Promise<void> {
      const file = assertReadable(project, path)
      if (!canWrite(project)) {
        refuseWrite('saved', path)
        return
      }
      await mkdir(dirname(file), { recursive: true })
      assertLive(context)
      await writeFile(file, content, 'utf8')
    },
    async removeSnapshotFile(path: string): Promise<void> {
      const file = assertReadable(project, path)
      if (!canWrite(project)) {
        refuseWrite('removed', path)
        return
      }
      if (!existsSync(file)) throw new Error(`Snapshot file "${path}" does not exist.`)
      await unlink(file)
    },
  }
}

/** Snapshot files are scripts that fill `exports`. */
function evaluate(path: string, content: string): Record<string, string> {
  const data = Object.create(null) as Record<string, string>
  try {
    // oxlint-disable-next-line typescript/no-implied-eval -- that is their format
    new Function('exports', content)(data)
  } catch (cause) {
    throw new Error(`Invalid snapshot file, please manually fix or delete it: ${path}`, { cause })
  }
  return data
}
