import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { provideChromium, userEnvironment } from './support/user-environment.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))
const { pnpm } = await script<{ pnpm: readonly string[] }>('setup/dependencies-step.mjs')
const { packPackages } = await script<{ packPackages: (folder: string) => Promise<string[]> }>(
  'measure/pack-packages.mjs',
)
const { measureSize } = await script<{
  measureSize: (tarballs: string[]) => Promise<{ added: Map<string, number> }>
}>('measure/measure-size.mjs')

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

/** A folder outside the workspace, with what npm would publish beside it. */
const folder = mkdtempSync(join(tmpdir(), 'livetab-front-door-'))
const tarballs = join(folder, 'tarballs')
const env = userEnvironment(folder)

test.beforeAll('packs all packages', async () => {
  mkdirSync(tarballs)
  await packPackages(tarballs)
})

test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

test.describe.configure({ timeout: 240_000 })

test('npm: a new user installs the packages and runs what the README shows', async () => {
  const project = emptyProject('npm')
  const files = readmeFiles()
  expect(Object.keys(files)).toEqual(['vitest.config.ts', 'hello.test.ts'])
  for (const [name, code] of Object.entries(files)) writeFileSync(join(project, name), code)

  const ours = readdirSync(tarballs).map((file) => join(tarballs, file))
  const flags = ['--save-dev', '--no-audit', '--no-fund']
  await run('npm', ['install', ...flags, ...ours, ...readmePackages()], { cwd: project, env })
  await provideChromium(project, env)
  const { stdout } = await run('npx', ['vitest', 'run'], { cwd: project, env })
  expect(stdout).toMatch(/✓ .*hello\.test\.ts \(1 test\)/)
  expect(stdout).toMatch(/Tests {2}1 passed/)

  const healthy = await run('npx', ['livetab', 'doctor'], { cwd: project, env })
  expect(healthy.stdout).toContain('Everything is ready: npx vitest')

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

  // Another Vitest than the one Livetab is made for.
  await run('npm', ['install', ...flags, '--legacy-peer-deps', 'vitest@5.0.0'], {
    cwd: project,
    env,
  })
  const ill = run('npx', ['livetab', 'doctor'], { cwd: project, env })
  await expect(ill).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /^✗ vitest +5\.0\.0 does not go with Livetab, which needs 5\.1\.0\n +→ npm i -D vitest@5\.1\.0$/m,
    ),
  })
})

test('pnpm: init sets up an empty project, installs what is missing, and its tests run', async () => {
  const project = join(folder, 'pnpm')
  mkdirSync(project)
  const terminal = { cwd: project, env: await withPnpm() }
  await run('pnpm', ['init'], terminal)
  // Until they are published, the packages' needs of each other are met by the files, too.
  const ours = Object.fromEntries(
    readdirSync(tarballs).map((file) => [packageName(file), `file:${join(tarballs, file)}`]),
  )
  const overrides = Object.entries(ours).map(([name, file]) => `  '${name}': '${file}'\n`)
  writeFileSync(join(project, 'pnpm-workspace.yaml'), `overrides:\n${overrides.join('')}`)
  const test =
    "import { expect, test } from 'vitest'\ntest('has a page', () => expect(document.body).toBeDefined())\n"
  writeFileSync(join(project, 'page.test.js'), test)

  await run('pnpm', ['add', '-D', '-w', 'livetab'], terminal)
  const init = await run('pnpm', ['exec', 'livetab', 'init', '--yes'], terminal)
  expect(init.stdout).toContain('Installs: pnpm add -D -w')
  expect(init.stdout).toContain('Done. Run your tests with: pnpm exec vitest')
  const manifest = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  expect(manifest.devDependencies).toMatchObject({
    '@vitest/browser-playwright': '5.1.0',
    playwright: expect.stringMatching(/^\^1/),
    vitest: '5.1.0',
  })

  await provideChromium(project, terminal.env)
  const healthy = await run('pnpm', ['exec', 'livetab', 'doctor'], terminal)
  expect(healthy.stdout).toContain('Everything is ready: pnpm exec vitest')
  const { stdout } = await run('pnpm', ['exec', 'vitest', 'run'], terminal)
  expect(stdout).toMatch(/Tests {2}1 passed/)
})

test('what Livetab adds to an installation is what docs/packages.md says', async () => {
  const { added } = await measureSize(readdirSync(tarballs).map((file) => join(tarballs, file)))
  const docs = readFileSync(join(root, 'docs/packages.md'), 'utf8')
  const rows = [...docs.matchAll(/^\| `([@\w/-]+)` +\| +(\d+) kB +\|/gm)]
  const stated = new Map(rows.map(([, name = '', size]) => [name, Number(size)]))
  const measured = [...added].map(([name, bytes]): [string, number] => [
    name.slice(0, name.lastIndexOf('@')),
    bytes / 1000,
  ])
  expect([...stated.keys()].toSorted()).toEqual(measured.map(([name]) => name).toSorted())
  for (const [name, size] of measured) {
    const tolerance = Math.max(5, size * 0.15)
    expect(Math.abs((stated.get(name) ?? 0) - size), name).toBeLessThan(tolerance)
  }
  const [, count, total] = /adds (\d+) packages and (\d+) kB/.exec(docs) ?? []
  expect(Number(count)).toBe(added.size)
  expect(Number(total)).toBe([...stated.values()].reduce((sum, size) => sum + size, 0))
})

/** Scripts are plain JavaScript; here they get the types that are used. */
async function script<T>(path: string): Promise<T> {
  return (await import(new URL(`../scripts/${path}`, import.meta.url).href)) as T
}

function emptyProject(name: string): string {
  const project = join(folder, name)
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }\n')
  return project
}

/** pnpm as somebody has it: with npx it would not start in a project of its own making. */
async function withPnpm(): Promise<NodeJS.ProcessEnv> {
  const home = join(folder, 'pnpm-home')
  const flags = ['--prefix', home, '--no-audit', '--no-fund']
  await run('npm', ['install', ...flags, ...pnpm.slice(1)], { env })
  return { ...env, PATH: [join(home, 'node_modules/.bin'), env['PATH']].join(delimiter) }
}

/** `livetab-server-0.1.0.tgz` is `@livetab/server`. */
function packageName(file: string): string {
  const name = file.replace(/-\d+\.\d+\.\d+.*\.tgz$/, '')
  return name === 'livetab' ? name : name.replace('livetab-', '@livetab/')
}
