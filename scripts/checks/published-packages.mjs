import { readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import process from 'node:process'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { pnpm } from '../setup/dependencies-step.mjs'
import { packageNames, root } from '../setup/paths.mjs'
import { runCommand } from '../setup/run-command.mjs'
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
  const packed = await runCommand('npx', [...pnpm, 'pack', '--out', tarball], { cwd: folder })
  if (!packed.ok) return [packed.summary]
  const data = readFileSync(tarball)
  return [...(await publintProblems(data)), ...(await typeProblems(data))]
}

async function publintProblems(data) {
  const tarball = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength)
  const { messages, pkg } = await publint({ pack: { tarball }, strict: true })
  return messages.map((message) => `publint: ${formatMessage(message, pkg, { color: false })}`)
}

async function typeProblems(data) {
  const result = await checkPackage(createPackageFromTarballData(data))
  if (!result.types) return ['types: the package has none']
  return result.problems
    .filter((problem) => !notSupported.has(problem.resolutionKind))
    .map(
      (problem) =>
        `types: ${problem.kind} ${problem.entrypoint ?? ''} ${problem.resolutionKind ?? ''}`,
    )
}
