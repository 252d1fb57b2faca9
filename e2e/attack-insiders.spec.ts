import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { startVitest } from './support/vitest-process.ts'

const fixture = fileURLToPath(new URL('../fixtures/attack-rpc', import.meta.url))
const secret = 'THE-SECRET-OUTSIDE'

/** A folder outside, and one inside whose links lead there. */
class Bait implements Disposable {
  readonly outside: string = mkdtempSync(join(tmpdir(), 'livetab-outside-'))
  readonly links: string = join(fixture, '.bait')

  constructor() {
    rmSync(this.links, { recursive: true, force: true })
    mkdirSync(this.links)
    writeFileSync(join(this.outside, 'secret.txt'), secret)
    writeFileSync(join(this.links, 'private.pem'), secret)
    symlinkSync(this.outside, join(this.links, 'folder'))
    symlinkSync(join(this.outside, 'secret.txt'), join(this.links, 'file.txt'))
    symlinkSync(join(this.outside, 'not-there.txt'), join(this.links, 'nowhere.txt'))
  }

  get env(): Record<string, string> {
    return { ATTACK_OUTSIDE: this.outside, ATTACK_LINKS: this.links }
  }

  expectUntouched(): void {
    expect(readdirSync(this.outside)).toEqual(['secret.txt'])
    expect(readFileSync(join(this.outside, 'secret.txt'), 'utf8')).toBe(secret)
    expect(readFileSync(join(this.links, 'private.pem'), 'utf8')).toBe(secret)
    expect(readdirSync(this.links).toSorted()).toEqual([
      'file.txt',
      'folder',
      'nowhere.txt',
      'private.pem',
    ])
  }

  [Symbol.dispose](): void {
    rmSync(this.outside, { recursive: true, force: true })
    rmSync(this.links, { recursive: true, force: true })
    for (const name of ['__screenshots__', '__traces__']) {
      rmSync(join(fixture, 'src', name), { recursive: true, force: true })
    }
  }
}

test('a test that speaks to Vitest by itself gets to no file that is kept from it (CVE-2026-73653, CVE-2026-84373)', async () => {
  test.setTimeout(120_000)
  using bait = new Bait()
  await using vitest = startVitest({
    fixture: 'fixtures/attack-rpc',
    args: ['run', 'files'],
    env: bait.env,
  })
  expect(await vitest.exited, vitest.output).toBe(0)
  bait.expectUntouched()
  expect(vitest.output).not.toContain(secret)
})

test('nonsense in every call changes neither Vitest nor the result', async () => {
  test.setTimeout(120_000)
  using bait = new Bait()
  await using vitest = startVitest({
    fixture: 'fixtures/attack-rpc',
    args: ['run', 'payloads'],
    env: bait.env,
  })
  expect(await vitest.exited, vitest.output).toBe(0)
  expect(vitest.history().at(-1)).toMatchObject({ event: 'run-end', state: 'passed', errors: [] })
  bait.expectUntouched()
})

test('with writing and running switched off a page does neither (CVE-2026-53633, CVE-2026-47429)', async () => {
  test.setTimeout(120_000)
  using bait = new Bait()
  await using vitest = startVitest({
    fixture: 'fixtures/attack-rpc',
    args: ['run', 'permissions', '--api.allowWrite=false', '--api.allowExec=false'],
    env: bait.env,
  })
  expect(await vitest.exited, vitest.output).toBe(0)
  bait.expectUntouched()
  for (const file of [
    'src/written.txt',
    'src/written.snap',
    'src/written.json',
    'src/__screenshots__',
    'src/__traces__',
  ]) {
    expect(existsSync(join(fixture, file)), file).toBe(false)
  }
  expect(existsSync(join(fixture, 'src/insider.ts'))).toBe(true)
})
