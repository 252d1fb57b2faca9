import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { runCommand } from '../../setup/run-command.mjs'
import { installable, isInstallable } from './installable.ts'
import { root } from './pages.ts'

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>
}

/** Scripts of the project that a command is typed in. */
function scriptsIn(folder: string): Manifest['scripts'] {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest).scripts
}

/** What npm and pnpm themselves know; all that the docs use of it. */
const ofPackageManagers = new Set(['init', 'install', 'add', 'ls', 'ping', 'exec', 'pack', 'pkg'])

/** Says what is wrong with a command that somebody is told to type in a folder, or nothing. */
export async function problemOf(command: string, folder = root): Promise<string | undefined> {
  // Variables in front of it are the shell's.
  const all = words(command)
  const [program = '', ...args] = all.slice(all.findIndex((word) => !/^[A-Z_]+=/.test(word)))
  switch (program) {
    case 'npm':
    case 'pnpm':
      return problemOfPackageManager(folder, program, args)
    case 'npx':
      return problemOfBin(folder, args)
    case 'node':
      return problemOfFile(args)
    case 'vitest':
    case 'livetab':
    case 'playwright':
      return problemOfBin(folder, [program, ...args])
    default:
      return undefined
  }
}

async function problemOfPackageManager(
  folder: string,
  program: string,
  [verb = '', ...args]: string[],
): Promise<string | undefined> {
  if (verb === 'start' || verb === 'test') return problemOfScript(folder, verb, args)
  if (verb === 'run') return problemOfScript(folder, args[0] ?? '', args.slice(1))
  if (!ofPackageManagers.has(verb)) return `${program} has no "${verb}" that is known here`
  if (verb !== 'install' && verb !== 'add') return undefined
  const unknown = args.filter((arg) => !arg.startsWith('-') && !isInstallable(arg))
  return unknown.length > 0
    ? `not installed here in that version: ${unknown.join(', ')}; there are ${installable().join(', ')}`
    : undefined
}

/** A script of the project, with what it says about itself. */
async function problemOfScript(
  folder: string,
  name: string,
  args: string[],
): Promise<string | undefined> {
  const script = scriptsIn(folder)[name]
  if (!script) return `package.json has no script "${name}"`
  const ownArgs = args.slice(args.indexOf('--') + 1)
  if (!args.includes('--') || ownArgs.length === 0) return undefined
  // What is not run by its file is a tool, and takes what the tool takes.
  if (!script.startsWith('node ')) return problemOfBin(folder, [...script.split(' '), ...ownArgs])
  const file = name === 'bench' ? 'bench/run.ts' : (script.split(' ')[1] ?? '')
  const [first = ''] = ownArgs
  const mode = name === 'bench' && !first.startsWith('-') ? [first] : []
  // What comes after a second "--" belongs to another tool.
  const end = ownArgs.indexOf('--')
  return missingFlags(
    await helpOf(process.execPath, [join(root, file), ...mode]),
    end === -1 ? ownArgs : ownArgs.slice(0, end),
  )
}

async function problemOfBin(folder: string, args: string[]): Promise<string | undefined> {
  const [name = '', ...rest] = args.filter((arg) => arg !== '--yes')
  if (name.startsWith('pnpm@')) return undefined
  const bin = [folder, root]
    .map((home) => join(home, 'node_modules/.bin', name))
    .find((path) => existsSync(path))
  if (!bin) return `no package here has the command "${name}"`
  const [first = ''] = rest
  const sub = /^[a-z][a-z-]*$/.test(first) ? [first] : []
  const help = await helpOf(bin, sub)
  if (sub.length > 0 && !help.includes(first)) return `${name} has no "${first}"`
  return missingFlags(help, rest)
}

/** A script that is run by its file: its options are named in it. */
function problemOfFile([file = '', ...args]: string[]): string | undefined {
  if (!existsSync(join(root, file))) return `there is no file "${file}"`
  const text = readFileSync(join(root, file), 'utf8')
  const missing = flagsOf(args).filter((flag) => !text.includes(flag.replace(/^-+/, '')))
  return missing.length > 0 ? `${file} has no ${missing.join(', ')}` : undefined
}

function missingFlags(help: string, args: readonly string[]): string | undefined {
  const missing = flagsOf(args).filter(
    (flag) => !new RegExp(`(?<![\\w-])${flag}(?![\\w-])`).test(help),
  )
  return missing.length > 0 ? `its help has no ${missing.join(', ')}` : undefined
}

function flagsOf(args: readonly string[]): string[] {
  return args.filter((arg) => /^-{1,2}[a-z]/i.test(arg)).map((arg) => arg.split('=')[0] ?? arg)
}

const helps = new Map<string, string>()

async function helpOf(command: string, args: string[]): Promise<string> {
  const key = [command, ...args].join(' ')
  const known = helps.get(key)
  if (known !== undefined) return known
  const { output } = await runCommand(command, [...args, '--help'], { timeout: 30_000 })
  helps.set(key, output)
  return output
}

/** Words as the shell sees them, for the simple commands that docs have. */
function words(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  )
}
