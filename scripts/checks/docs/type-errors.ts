import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { packageBin } from '../../setup/package-bin.mjs'
import { stateDir } from '../../setup/paths.mjs'
import { runCommand } from '../../setup/run-command.mjs'
import { at, type Block } from './pages.ts'

/** What a new project's config would say, and what its dependencies are: no condition of ours. */
const config = {
  compilerOptions: {
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    // Blocks are files of their own, whatever they import.
    moduleDetection: 'force',
    types: ['node'],
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  },
}

/** What the compiler says of the blocks, each as a file inside the repository, where packages are found. */
export async function typeErrors(blocks: readonly Block[]): Promise<string[]> {
  const folder = join(stateDir, 'docs-blocks')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  for (const [index, block] of blocks.entries()) {
    writeFileSync(join(folder, `block-${index}.${block.language}`), block.code)
  }
  const { ok, output } = await runCommand(
    process.execPath,
    [packageBin('typescript', 'tsc'), '-p', folder, '--pretty', 'false'],
    { cwd: folder },
  )
  rmSync(folder, { recursive: true, force: true })
  return ok
    ? []
    : output
        .trim()
        .split('\n')
        .map((line) => inPage(line, blocks))
}

/** The compiler's line with the page's name and line in it. */
function inPage(line: string, blocks: readonly Block[]): string {
  return line.replace(/^block-(\d+)\.tsx?\((\d+),\d+\)/, (all, index: string, row: string) => {
    const block = blocks[Number(index)]
    return block ? at({ page: block.page, line: block.line + Number(row) }) : all
  })
}
