import process from 'node:process'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { CliError } from './cli-error.ts'
import { doctorHelp, help, initHelp } from './help.ts'
import { ownPackage } from './own-package.ts'
import { isProviderName, providers } from './providers.ts'
import { print, styled } from './terminal.ts'

const common = { help: { type: 'boolean', short: 'h' }, config: { type: 'string' } } as const

/** Runs the command that the arguments name, and gives its exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args
  process.stdout.once('error', (error: NodeJS.ErrnoException) => {
    // Whoever reads it has enough, as `head` has.
    if (error.code === 'EPIPE') process.exit()
    throw error
  })
  try {
    switch (command) {
      case 'init':
        return await init(rest)
      case 'doctor':
        return await doctor(rest)
      case '--version':
      case '-v':
        print(ownPackage().version)
        return 0
      case undefined:
      case 'help':
      case '--help':
      case '-h':
        print(help)
        return command === undefined ? 1 : 0
      default:
        throw new CliError(`There is no command "${command}". There are: init, doctor.`)
    }
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    process.stderr.write(`${styled('red', '✗')} ${error.message}\n`)
    return 1
  }
}

async function init(args: string[]): Promise<number> {
  const options = parse('init', args, {
    ...common,
    yes: { type: 'boolean', short: 'y' },
    provider: { type: 'string', default: 'playwright' },
    'no-install': { type: 'boolean' },
  })
  if (options.help) {
    print(initHelp)
    return 0
  }
  if (!isProviderName(options.provider)) {
    const names = Object.keys(providers).join(', ')
    throw new CliError(`There is no provider "${options.provider}". There are: ${names}.`)
  }
  // Parsers and the like are loaded only by who needs them.
  const { runInit } = await import('./init/init.ts')
  return runInit(process.cwd(), {
    yes: options.yes ?? false,
    install: !options['no-install'],
    provider: options.provider,
    config: options.config,
  })
}

async function doctor(args: string[]): Promise<number> {
  const options = parse('doctor', args, common)
  if (options.help) {
    print(doctorHelp)
    return 0
  }
  const { runDoctor } = await import('./doctor/doctor.ts')
  return runDoctor(process.cwd(), options.config)
}

function parse<const T extends NonNullable<ParseArgsConfig['options']>>(
  command: string,
  args: string[],
  options: T,
): ReturnType<typeof parseArgs<{ options: T; args: string[] }>>['values'] {
  try {
    return parseArgs({ args, options, strict: true }).values
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error)
    throw new CliError(`${reason}. See: npx livetab ${command} --help`)
  }
}
