import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { type Mutation, mutations } from './invariants/mutations.ts'

/**
 * Takes away, one by one, the lines that keep the invariants, in a copy of the packages, and checks
 * that their tests fail. `node e2e/invariants.ts [invariant]`. Takes minutes; not part of `npm test`.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const only = process.argv[2] === undefined ? undefined : Number(process.argv[2])
const copy = mkdtempSync(join(tmpdir(), 'livetab-invariants-'))

try {
  copyPackages()
  const chosen = mutations.filter(({ invariant }) => only === undefined || invariant === only)
  for (const test of new Set(chosen.map((mutation) => mutation.test))) {
    if (!(await passes(test))) throw new Error(`${test} fails as it is`)
  }
  let survived = 0
  for (const mutation of chosen) {
    const noticed = await isNoticed(mutation)
    if (!noticed) survived++
    const { invariant, file, line } = mutation
    console.log(`${noticed ? '✓' : '✗ NOT NOTICED'} ${invariant}: ${file}: ${shorten(line)}`)
  }
  process.exitCode = survived === 0 ? 0 : 1
} finally {
  rmSync(copy, { recursive: true, force: true })
}

function copyPackages(): void {
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const name of [
    'package.json',
    'vitest.config.ts',
    'tsconfig.base.json',
    'scripts',
    'bench',
    'packages',
  ]) {
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      // Links between the packages then lead to the copies.
      verbatimSymlinks: true,
    })
  }
}

async function isNoticed(mutation: Mutation): Promise<boolean> {
  const edits = [mutation, ...(mutation.also ?? [])]
  const originals = edits.map(({ file }) => readFileSync(join(copy, 'packages', file), 'utf8'))
  try {
    for (const { file, line, without } of edits) {
      const path = join(copy, 'packages', file)
      const source = readFileSync(path, 'utf8')
      if (!source.includes(line)) throw new Error(`${file} has no line "${line}" any more`)
      writeFileSync(
        path,
        source.replace(line, () => without),
      )
    }
    return !(await passes(mutation.test))
  } finally {
    for (const [index, { file }] of edits.entries()) {
      writeFileSync(join(copy, 'packages', file), originals[index] ?? '')
    }
  }
}

function passes(test: string): Promise<boolean> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const [project = '', ...path] = test.split('/')
  const args = [vitest, 'run', '--project', project, path.join('/'), '--bail=1']
  return new Promise((resolve) => {
    spawn(process.execPath, args, { cwd: copy, stdio: 'ignore' }).once('exit', (code) => {
      resolve(code === 0)
    })
  })
}

function shorten(line: string): string {
  const [first = ''] = line.trim().split('\n', 1)
  return first.length > 90 ? `${first.slice(0, 90)}…` : first
}
