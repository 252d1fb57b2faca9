import { readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import process from 'node:process'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { pnpm } from '../setup/dependencies-step.mjs'
import { packageNames, root } from '../setup/paths.mjs'
import { runCommand } from '../setup/run-command.mjs'
import { manifestProblems } from './manifest-rules.mjs'
import { reportFolder } from './report-folder.mjs'

/**
 * These packages are ES modules only: CommonJS loads them with `require(esm)`, and resolution
 * from before `exports` does not find them.
 */
const notSupported = new Set(['node10', 'node16-cjs'])

let failed = 0
for (const name of packageNames) {
  const problems = await problemsOf(join(root, 'packages', name))
  console.log(problems.length === 0 ? `✓ ${name}` : `✗ ${name}\n  ${problems.join('\n  ')}`)
  failed += problems.length
}
process.exitCode = failed === 0 ? 0 : 1

async function problemsOf(folder) {
  const tarball = join(reportFolder(), `${basename(folder)}.tgz`)
  rmSync(tarball, { force: true })
  const result = await runCommand('npx', [...pnpm, 'pack', '--out', tarball], { cwd: folder })
  if (!result.ok) return [result.summary]
  const data = readFileSync(tarball)
  const packed = createPackageFromTarballData(data)
  return [
    ...contentProblems(packed),
    ...(await publintProblems(data)),
    ...(await typeProblems(packed)),
  ]
}

async function publintProblems(data) {
  const tarball = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength)
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`)
}

/** What npm takes without a word and users would notice. */
function contentProblems(packed) {
  const home = `/node_modules/${packed.packageName}/`
  const files = packed.listFiles().map((file) => file.slice(home.length))
  return manifestProblems(JSON.parse(packed.readFile(`${home}package.json`)), files)
}

async function typeProblems(packed) {
  const result = await checkPackage(packed)
  if (!result.types) return ['types: the package has none']
  return result.problems
    .filter((problem) => !notSupported.has(problem.resolutionKind))
    .map(
      (problem) =>
        `types: ${problem.kind} ${problem.entrypoint ?? ''} ${problem.resolutionKind ?? ''}`,
    )
}
