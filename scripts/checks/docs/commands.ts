import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { runCommand } from '../../setup/run-command.mjs'
import { isInstallable, type Manifest, manifestFor } from './manifests.ts'
import { root } from './pages.ts'

/** What npm and pnpm themselves know; all that the docs use of it. */
const ofPackageManagers = new Set(['init', 'install', 'add', 'ls', 'ping', 'pkg', 'exec'])

/** Says what is wrong with a command that a page tells people to type, or nothing. */
export async function problemOf(command: string, page: string): Promise<string | undefined> {
  const all = words(command)
  // Variables in front of it are the shell's.
  const [program = '', ...args] = all.slice(all.findIndex((word) => !/^[A-Z_]+=/.test(word)))
  const manifest = manifestFor(page)
  switch (program) {
    case 'npm':
    case 'pnpm':
      return problemOfPackageManager(program, args, manifest)
    case 'npx':
      return problemOfBin(args, manifest)
    case 'node':
      return problemOfFile(args, manifest)
    case 'vitest':
    case 'livetab':
      return problemOfBin([program, ...args], manifest)
    default:
      return undefined
  }
}

async function problemOfPackageManager(
  program: string,
  [verb = '', ...args]: string[],
  manifest: Manifest,
): Promise<string | undefined> {
  if (verb === 'start' || verb === 'test') return problemOfScript(verb, args, manifest)
  if (verb === 'run') return problemOfScript(args[0] ?? '', args.slice(1), manifest)
  if (verb === 'exec' && args.length > 0) return problemOfBin(args, manifest)
  if (!ofPackageManagers.has(verb)) return `${program} has no "${verb}" that is known here`
  if (verb !== 'install' && verb !== 'add') return undefined
  const packages = args.filter((arg) => !arg.startsWith('-'))
  const unknown = packages.filter((it) => !isInstallable(it, manifest))
  return unknown.length > 0 ? `not here in that version: ${unknown.join(', ')}` : undefined
}

async function problemOfScript(
  name: string,
  args: string[],
  manifest: Manifest,
): Promise<string | undefined> {
  const script = manifest.scripts?.[name]
  if (!script) return `${join(manifest.folder, 'package.json')} has no script "${name}"`
  const passedOn = args.slice(args.indexOf('--') + 1)
  if (!args.includes('--') || passedOn.length === 0) return undefined
  const [program = '', ...own] = words(script)
  if (program !== 'node') return problemOfBin([program, ...own, ...passedOn], manifest)
  // What comes after a second "--" belongs to another tool.
  const end = passedOn.indexOf('--')
  const flags = end === -1 ? passedOn : passedOn.slice(0, end)
  if (manifest.folder !== '.') return problemOfFile([...own, ...flags], manifest)
  return missingFlags(await helpOfOwnScript(name, own[0] ?? '', flags[0] ?? ''), flags)
}

/** Our own scripts tell what they take; those of the benchmarks have modes. */
function helpOfOwnScript(name: string, file: string, mode: string): Promise<string> {
  if (name !== 'bench') return helpOf(process.execPath, [join(root, file)])
  return helpOf(process.execPath, [join(root, 'bench/run.ts'), ...(isWord(mode) ? [mode] : [])])
}

async function problemOfBin(args: string[], manifest: Manifest): Promise<string | undefined> {
  const [name = '', ...rest] = args
  const bin = [manifest.folder, '.']
    .map((folder) => join(root, folder, 'node_modules/.bin', name))
    .find((file) => existsSync(file))
  if (!bin) return `no package here has the command "${name}"`
  const [first = ''] = rest
  const help = await helpOf(bin, isWord(first) ? [first] : [])
  if (isWord(first) && !help.includes(first)) return `${name} has no "${first}"`
  return missingFlags(help, rest)
}

/** A script that is run by its file: its options are named in it. */
function problemOfFile([file = '', ...args]: string[], { folder }: Manifest): string | undefined {
  const path = join(root, folder, file)
  if (!existsSync(path)) return `there is no file "${file}"`
  const text = readFileSync(path, 'utf8')
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

function isWord(arg: string): boolean {
  return /^[a-z][a-z-]*$/.test(arg)
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
