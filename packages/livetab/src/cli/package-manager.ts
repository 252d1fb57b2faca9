import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Agent, detect, getUserAgent, resolveCommand } from 'package-manager-detector'

/** A command line, as a list and as somebody would type it. */
export interface CommandLine {
  readonly command: string
  readonly args: readonly string[]
  readonly text: string
}

export interface PackageManager {
  /** The command that adds packages to what the project needs for development. */
  add: (packages: readonly string[]) => CommandLine
  /** How a command of an installed package is run. */
  run: (...words: string[]) => string
  /** The same for one that need not be installed. */
  fetchAndRun: (...words: string[]) => string
}

/** The one that the project's lockfile or package.json names, or the one that started us. */
export async function packageManagerOf(root: string): Promise<PackageManager> {
  const found = await detect({ cwd: root })
  const agent: Agent = found?.agent ?? getUserAgent() ?? 'npm'
  // pnpm asks for it where the folder is the root of a workspace.
  const flags = agent === 'pnpm' && existsSync(join(root, 'pnpm-workspace.yaml')) ? ['-w'] : []
  return {
    add: (packages) => commandLine(agent, 'add', ['-D', ...flags, ...packages]),
    run: (...words) => commandLine(agent, 'execute-local', words).text,
    fetchAndRun: (...words) => commandLine(agent, 'execute', words).text,
  }
}

function commandLine(
  agent: Agent,
  name: 'add' | 'execute' | 'execute-local',
  args: string[],
): CommandLine {
  const found = resolveCommand(agent, name, args) ?? { command: agent, args }
  return { ...found, text: [found.command, ...found.args].join(' ') }
}
