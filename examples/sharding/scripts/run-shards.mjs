// What .github/workflows/test.yml does on several machines, on this one: every shard by itself, then one report.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import process from 'node:process'

const shards = 3

rmSync('.vitest/blob', { recursive: true, force: true })

for (let shard = 1; shard <= shards; shard++) {
  // A shard that fails says so in its report; the others run all the same.
  npmRun('test:shard', `--shard=${shard}/${shards}`)
}

process.exitCode = npmRun('test:merge')

function npmRun(script, ...args) {
  const { status } = spawnSync('npm', ['run', script, '--', ...args], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  return status ?? 1
}
