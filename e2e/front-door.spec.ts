import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  mkdirSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { execFile } from 'node:child_process'
import { expect, test } from '@playwright/test'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))

/** The files that the README tells a new user to write: code blocks that begin with a file's name. */
function readmeFiles(): Record<string, string> {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const blocks = readme.matchAll(/```ts\n\/\/ (\S+)\n([\s\S]*?)```/g)
  return Object.fromEntries([...blocks].map(([, name, code]) => [name, code]))
}

/** The packages that the README tells a new user to install, ours left out. */
function readmePackages(): string[] {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const command = /npm install --save-dev (.*)/.exec(readme)?.[1] ?? ''
  return command.split(' ').filter((name) => name !== 'livetab')
}

async function packAll(into: string): Promise<string[]> {
  const setup = new URL('../scripts/setup/dependencies-step.mjs', import.meta.url)
  const { pnpm } = (await import(setup.href)) as { pnpm: readonly string[] }
  for (const name of readdirSync(join(root, 'packages'))) {
    await run('npx', [...pnpm, 'pack', '--pack-destination', into], {
      cwd: join(root, 'packages', name),
    })
  }
  return readdirSync(into).map((file) => join(into, file))
}

/** Puts the Chromium of this machine where Playwright would have installed its own. */
async function provideChromium(project: string, env: NodeJS.ProcessEnv): Promise<void> {
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

/** A terminal of somebody with this Node, no browsers of Playwright's and no colours. */
function userEnvironment(folder: string): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
    PLAYWRIGHT_BROWSERS_PATH: join(folder, 'browsers'),
    NO_COLOR: '1',
  }
  delete env['FORCE_COLOR']
  return env
}

test('a new user installs the packages and runs what the README shows', async () => {
  test.setTimeout(240_000)
  const folder = mkdtempSync(join(tmpdir(), 'livetab-front-door-'))
  try {
    const tarballs = join(folder, 'tarballs')
    const project = join(folder, 'project')
    mkdirSync(tarballs)
    mkdirSync(project)
    writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n')
    const files = readmeFiles()
    expect(Object.keys(files)).toEqual(['vitest.config.ts', 'hello.test.ts'])
    for (const [name, code] of Object.entries(files)) writeFileSync(join(project, name), code)

    const env = userEnvironment(folder)
    const packages = [...(await packAll(tarballs)), ...readmePackages()]
    await run('npm', ['install', '--save-dev', '--no-audit', '--no-fund', ...packages], {
      cwd: project,
      env,
    })
    await provideChromium(project, env)
    const { stdout } = await run('npx', ['vitest', 'run'], { cwd: project, env })

    expect(stdout).toMatch(/✓ .*hello\.test\.ts \(1 test\)/)
    expect(stdout).toMatch(/Tests {2}1 passed/)

    const wrong =
      files['vitest.config.ts']?.replace('livetab(playwright())', "livetab('playwright')") ?? ''
    writeFileSync(join(project, 'vitest.config.ts'), wrong)
    const failed = run('npx', ['vitest', 'run'], { cwd: project, env })
    await expect(failed).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'Instead of "playwright" write `provider: livetab(playwright())`',
      ),
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
