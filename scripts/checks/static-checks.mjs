import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { handOver } from '../setup/hand-over.mjs'
import { packageBin } from '../setup/package-bin.mjs'
import { packageNames, root } from '../setup/paths.mjs'

/**
 * Types of everything: the packages each with their own globals, then the rest.
 * Examples see the packages as they are published, and check themselves: some need another compiler.
 */
export async function checkTypes(context, args) {
  const fixtures = readdirSync(join(root, 'fixtures')).map((name) => `fixtures/${name}`)
  const folders = [...packageNames.map((name) => `packages/${name}`), '.', ...fixtures]
  let failed = 0
  for (const folder of folders) {
    const project = join(root, folder, 'tsconfig.json')
    if (!existsSync(project)) continue
    const ok = await run(context, [packageBin('typescript', 'tsc'), '-p', project, ...args])
    if (!ok) failed += 1
  }
  for (const name of readdirSync(join(root, 'examples'))) {
    if (!existsSync(join(root, 'examples', name, 'package.json'))) continue
    const cwd = join(root, 'examples', name)
    const code = await handOver('npm', ['run', '--silent', 'types'], { cwd, env: context.env })
    if (code !== 0) failed += 1
  }
  return oneCheck(failed === 0)
}

export async function checkLint(context, args) {
  return oneCheck(await run(context, [packageBin('oxlint'), ...args]))
}

export async function checkFormat(context, args) {
  return oneCheck(await run(context, [packageBin('oxfmt'), '--check', ...args]))
}

export async function checkUnused(context, args) {
  return oneCheck(await run(context, [packageBin('knip'), ...args]))
}

/** What npm would publish, as its users' tools see it. */
export async function checkPackages(context) {
  return oneCheck(await run(context, [join(root, 'scripts/checks/published-packages.mjs')]))
}

async function run({ node, env }, args) {
  return (await handOver(node, args, { cwd: root, env })) === 0
}

function oneCheck(ok) {
  return ok ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
}
