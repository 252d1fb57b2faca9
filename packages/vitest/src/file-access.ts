import { isFileLoadingAllowed, type ResolvedConfig } from 'vite'
import { isAbsolute, relative, resolve } from 'pathe'
import type { TestProject } from 'vitest/node'
import { realPath } from './real-path.ts'

/** Every path that a page names comes through here, once it is absolute and normalised. */
export function assertReadable(project: TestProject, path: unknown): string {
  const absolute = normalise(project, path)
  if (!mayLoad(project.vite.config, absolute)) throw denied(project, absolute)
  return absolute
}

/** Commands may also use what the rules of the root config allow, as Vitest's own do. */
export function assertReadableByCommand(project: TestProject, path: unknown): void {
  const absolute = normalise(project, path)
  if (!commandConfigs(project).some((config) => mayLoad(config, absolute)))
    throw denied(project, absolute)
}

/** For paths that a command of Vitest's checks by their names: refuses those whose links lead out of the rules. */
export function assertNoWayOut(project: TestProject, path: unknown): void {
  const absolute = normalise(project, path)
  // Where backslashes are no separators, such a command takes them for letters.
  if (String(path).includes('\\')) {
    assertReadableByCommand(project, absolute)
    return
  }
  const configs = commandConfigs(project).filter((config) => isFileLoadingAllowed(config, absolute))
  if (configs.length > 0 && !configs.some((config) => mayLoad(config, absolute)))
    throw denied(project, absolute)
}

export function canWrite(project: TestProject): boolean {
  return project.config.api.allowWrite === true && project.vitest.config.api.allowWrite === true
}

export function canExec(project: TestProject): boolean {
  return project.config.api.allowExec === true && project.vitest.config.api.allowExec === true
}

/** Vite's rules hold for the path as it is named and for what it leads to, through every link. */
export function mayLoad(config: ResolvedConfig, absolute: string): boolean {
  if (!isFileLoadingAllowed(config, absolute)) return false
  if (!config.server.fs.strict) return true
  const real = realPath(absolute)
  if (real === undefined) return false
  if (isFileLoadingAllowed(config, real)) return true
  // A folder that is allowed may itself be named through a link, such as a temporary one.
  return config.server.fs.allow.some((folder) => {
    const realFolder = realPath(folder)
    if (realFolder === undefined) return false
    const inside = relative(realFolder, real)
    if (inside.startsWith('..') || isAbsolute(inside)) return false
    return isFileLoadingAllowed(config, resolve(folder, inside))
  })
}

function commandConfigs(project: TestProject): ResolvedConfig[] {
  return [project.vite.config, project.vitest.vite.config]
}

function normalise(project: TestProject, path: unknown): string {
  if (typeof path !== 'string' || path.includes('\0')) {
    throw new TypeError('Access denied: the path is not one.')
  }
  return resolve(project.config.root, path.replaceAll('\\', '/'))
}

function denied(project: TestProject, path: string): Error {
  return new Error(
    `Access denied to "${path}". Vite's \`server.fs\` rules keep project "${project.name}" from it; add its folder to \`server.fs.allow\` if your tests need it.`,
  )
}
