import type { TestProject } from 'vitest/node'

interface FileState {
  clearFiles: (project: TestProject, paths: string[]) => void
}

/** Takes back what an interrupted attempt reported, so that the next one starts from nothing. */
export function withdrawFile(project: TestProject, file: string): void {
  const state = project.vitest.state as unknown as FileState
  state.clearFiles(project, [file])
}
