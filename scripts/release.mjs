import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { checkPackages } from './checks/static-checks.mjs'
import { needs, setup } from './setup.mjs'
import { pnpm } from './setup/dependencies-step.mjs'
import { handOver } from './setup/hand-over.mjs'
import { argumentsOrHelp } from './setup/help.mjs'
import { packageBin } from './setup/package-bin.mjs'
import { root } from './setup/paths.mjs'

const [mode] = argumentsOrHelp(`
npm run release [-- version | --dry-run]

Builds and checks the packages, publishes those whose version is new, and tags the commit.
  npm run release -- version     first turns the changesets into versions and changelogs
  npm run release -- --dry-run   does all but publish and tag
`)

const { node, env } = await setup(needs.build)
const changeset = packageBin('@changesets/cli', 'changeset')
process.exitCode = mode === 'version' ? await version() : await publish(mode === '--dry-run')

async function version() {
  const made = await runChangeset('version')
  return made === 0 ? run('npx', [...pnpm, 'install', '--lockfile-only']) : made
}

async function publish(dryRun) {
  const waiting = readdirSync(join(root, '.changeset')).filter(
    (file) => file.endsWith('.md') && file !== 'README.md',
  )
  if (waiting.length > 0 && !dryRun) {
    console.error(`Changesets are waiting: ${waiting.join(', ')}.`)
    console.error('Run this first, look at what it made, and commit it: npm run release -- version')
    return 1
  }
  const { failed } = await checkPackages({ node, env })
  if (failed > 0) return 1
  // pnpm puts versions in for "workspace:" and the published "exports" in for our own.
  const flags = dryRun ? ['--dry-run', '--no-git-checks'] : []
  const published = await run('npx', [...pnpm, '--recursive', 'publish', ...flags])
  return published === 0 && !dryRun ? runChangeset('tag') : published
}

/** It calls pnpm by its name, and here nobody has to have installed it. */
function runChangeset(command) {
  const [yes, pnpmVersion] = pnpm
  return run('npx', [yes, '--package', pnpmVersion, '--', node, changeset, command])
}

function run(command, args) {
  return handOver(command, args, { cwd: root, env })
}
