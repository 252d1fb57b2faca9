import { isFileLoadingAllowed } from 'vite'
import { resolve } from 'pathe'
import type { TestProject } from 'vitest/node'

/** Every path that a page names comes through here, once it is absolute and normalised. */
export function assertReadable(project: TestProject, path: string): string {
  const absolute = normalise(project, path)
  if (!isFileLoadingAllowed(project.vite.config, absolute)) {
    throw new Error(
      `Access denied to "${path}". Vite's \`server.fs\` rules keep project "${project.name}" from it; add its folder to \`server.fs.allow\` if your tests need it.`,
    )
  }
  return absolute
}

export function canWrite(project: TestProject): boolean {
  return project.config.api.allowWrite === true && project.vitest.config.api.allowWrite === true
}

export function canExec(project: TestProject): boolean {
  return project.config.api.allowExec === true && project.vitest.config.api.allowExec === true
}

function normalise(project: TestProject, path: string): string {
  if (typeof path !== 'string' || path.includes('\0')) {
    throw new TypeError('Access denied: the path is not one.')
  }
  return resolve(project.config.root, path.replaceAll('\\', '/'))
}
