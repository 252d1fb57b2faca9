import { execFile } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import { deskEnvironment } from './desk-environment.ts'

const run = promisify(execFile)

/** The terminal of somebody with this Node, no browsers of Playwright's and no colours. */
export function userEnvironment(folder: string): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = {
    ...deskEnvironment(),
    PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
    PLAYWRIGHT_BROWSERS_PATH: join(folder, 'browsers'),
    NO_COLOR: '1',
  }
  delete environment['FORCE_COLOR']
  return environment
}

/** Puts the Chromium of this machine where Playwright would have installed its own. */
export async function provideChromium(project: string, env: NodeJS.ProcessEnv): Promise<void> {
  const chromium = process.env['LIVETAB_CHROMIUM']
  if (!chromium) return
  const launch = "import { chromium } from 'playwright'; await (await chromium.launch()).close()"
  const failed = await run(process.execPath, ['--input-type=module', '-e', launch], {
    cwd: project,
    env,
  }).catch((error: { stderr: string }) => error)
  const expected = /Executable doesn't exist at (\S+)/.exec(failed.stderr)?.[1]
  if (!expected) return
  mkdirSync(dirname(expected), { recursive: true })
  symlinkSync(chromium, expected)
}
