import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  convertWorkflowTemplate,
  NoOperationTraceWriter,
  parseWorkflow,
} from '@actions/workflow-parser'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from '../setup/paths.mjs'

/** What the actions take, of what anybody here would give them. */
const actionInputs = {
  'actions/checkout@v6': ['ref', 'fetch-depth', 'persist-credentials'],
  'actions/setup-node@v6': ['node-version', 'node-version-file', 'cache', 'cache-dependency-path'],
  'actions/cache@v5': ['path', 'key', 'restore-keys', 'fail-on-cache-miss', 'lookup-only'],
  'actions/upload-artifact@v6': [
    'name',
    'path',
    'if-no-files-found',
    'retention-days',
    'include-hidden-files',
    'overwrite',
  ],
  'actions/download-artifact@v7': ['name', 'path', 'pattern', 'merge-multiple'],
}

const workflows = globSync('examples/*/.github/workflows/*.yml', { cwd: root })

test('there are workflows', () => {
  expect(workflows.toSorted()).toEqual([
    'examples/coverage-ci/.github/workflows/test.yml',
    'examples/sharding/.github/workflows/test.yml',
  ])
})

describe.for(workflows)('%s', (file) => {
  const folder = join(root, file, '../../..')
  const { scripts, devDependencies } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )

  const content = readFileSync(join(root, file), 'utf8')
  const jobs = Object.values(parse(content).jobs)
  const steps = jobs.flatMap((job) => job.steps)
  const actions = steps.filter(({ uses }) => uses)

  test('is a workflow that GitHub takes', async () => {
    const { context, value } = parseWorkflow({ name: file, content }, new NoOperationTraceWriter())
    await convertWorkflowTemplate(context, value)
    expect(context.errors.getErrors().map(String)).toEqual([])
  })

  test('runs only what is there', () => {
    const commands = steps.flatMap(({ run }) => run ?? [])
    expect(commands).toContain('npm ci')
    for (const command of commands) {
      const [tool, name, script] = command.split(' ')
      if (command.startsWith('npm run ')) expect(scripts).toHaveProperty([script])
      else if (command === 'npm test') expect(scripts).toHaveProperty('test')
      else if (tool === 'npx') expect(devDependencies).toHaveProperty([name])
      else if (command !== 'npm ci') expect(tool).toBe('echo')
    }
  })

  test('installs the browser before it runs the tests', () => {
    for (const { steps } of jobs) {
      const commands = steps.flatMap(({ run }) => run ?? [])
      const first = commands.findIndex((command) => /^npm (test|run test:shard)/.test(command))
      if (first === -1) continue
      expect(commands.slice(0, first).join('\n')).toMatch(/^npx playwright install .*chromium$/m)
    }
  })

  test('gives actions what they take', () => {
    for (const { uses, with: inputs = {} } of actions) {
      expect(Object.keys(actionInputs)).toContain(uses)
      for (const name of Object.keys(inputs)) expect(actionInputs[uses]).toContain(name)
    }
  })

  test('uploads folders whose name begins with a dot only on request', () => {
    for (const { uses, with: inputs } of actions) {
      if (!uses.startsWith('actions/upload-artifact')) continue
      expect(inputs['include-hidden-files'] ?? false).toBe(inputs.path.startsWith('.'))
    }
  })
})

test('the shards of the workflow are those of the script', () => {
  const folder = join(root, 'examples/sharding')
  const { jobs } = parse(readFileSync(join(folder, '.github/workflows/test.yml'), 'utf8'))
  const script = readFileSync(join(folder, 'scripts/run-shards.mjs'), 'utf8')
  expect(script).toContain(`const shards = ${jobs.shard.strategy.matrix.shard.length}\n`)
})
