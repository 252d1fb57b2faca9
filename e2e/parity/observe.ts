import { appendFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Dump } from './dump.ts'
import { readArtifacts } from './artifacts.ts'
import type { Artifacts } from './artifacts.ts'
import type { ParityCase, Step } from './case.ts'
import { createNormaliser, normaliseDeep } from './normalise.ts'
import type { Normalise } from './normalise.ts'
import type { Side } from './side.ts'
import { VitestRun } from './vitest-run.ts'
import { createWorkspace } from './workspace.ts'
import type { Workspace } from './workspace.ts'

export interface StepObservation {
  command: string
  end: number | string
  dumps: Dump[]
  /** Only what the step wants compared of the terminal output. */
  output: string[]
  artifacts: Artifacts
  /** Tests that failed and should not have, or the other way round. */
  surprises: string[]
}

export interface Observation {
  tests: number
  steps: StepObservation[]
}

/**
 * Runs all steps of a case on one side and returns what there was to see. The
 * output and the observation stay in the workspace for whoever has to find out
 * why a comparison failed.
 */
export async function observe(
  parityCase: ParityCase,
  side: Side,
  signal: AbortSignal,
): Promise<Observation> {
  const workspace = await createWorkspace(parityCase.fixture, side)
  await parityCase.prepare?.(workspace)
  const steps: StepObservation[] = []
  for (const step of parityCase.steps ?? [{}]) {
    steps.push(await observeStep(step, workspace, side, signal))
  }
  const observation = { tests: countTests(steps), steps }
  await writeFile(
    join(workspace.root, 'observation.json'),
    JSON.stringify(observation, undefined, 2),
  )
  return parityCase.loosen ? parityCase.loosen(observation) : observation
}

async function observeStep(
  step: Step,
  workspace: Workspace,
  side: Side,
  signal: AbortSignal,
): Promise<StepObservation> {
  const normalise = createNormaliser(workspace)
  await step.before?.(workspace)
  const args = (await step.moreArgs?.()) ?? []
  args.unshift(...(step.args ?? ['run']))
  const run = new VitestRun(workspace, side, { ...step, args }, signal)
  const output = (await step.drive?.(run, workspace)) ?? []
  const end = await run.end()
  await appendFile(
    join(workspace.root, 'output.log'),
    `$ vitest ${args.join(' ')}\n${run.output}\n`,
  )
  return {
    command: (step.args ?? ['run']).join(' '),
    end,
    dumps: normaliseDeep(run.dumps, normalise),
    output: [...output, ...(step.output?.(run) ?? [])].map((line) => normalise(line)),
    artifacts: withoutNoise(await readArtifacts(workspace, normalise), step, normalise),
    surprises: findSurprises(run.dumps, step),
  }
}

function withoutNoise(artifacts: Artifacts, step: Step, normalise: Normalise): Artifacts {
  const noise = step.noise
  if (!noise) return artifacts
  return Object.fromEntries(
    Object.entries(artifacts).map(([file, content]) => [
      file,
      content.map((it) => normalise(noise(file, it))),
    ]),
  )
}

function findSurprises(dumps: Dump[], step: Step): string[] {
  const failing = step.failing ?? /fails[:-]/
  const runs = dumps.filter((dump) => dump.kind === 'run')
  const tests = testsOf(dumps)
    .filter(({ name, state }) => state !== 'skipped' && failing.test(name) !== (state === 'failed'))
    .map(({ name, state }) => `${state}: ${name}`)
  const modules = runs
    .flatMap((run) => run.modules)
    .filter(({ errors, project, file }) => errors.length > 0 && !failing.test(`${project} ${file}`))
    .map(({ project, file }) => `failed: ${project} ${file}`)
  const unhandled = runs.flatMap((run) => run.unhandledErrors.map((error) => error.message))
  if (unhandled.length !== (step.unhandledErrors ?? 0)) {
    tests.push(`${unhandled.length} unhandled errors: ${unhandled.join(', ')}`)
  }
  return [...tests, ...modules]
}

/** A test that runs in several steps or watch runs is compared each time, and counts once. */
function countTests(steps: StepObservation[]): number {
  return new Set(steps.flatMap((step) => testsOf(step.dumps).map((test) => test.name))).size
}

function testsOf(dumps: Dump[]): { name: string; state: string }[] {
  return dumps
    .filter((dump) => dump.kind === 'run')
    .flatMap((dump) => dump.modules)
    .flatMap(({ project, file, tests }) =>
      tests.map(({ name, state }) => ({ name: `${project} ${file} > ${name}`, state })),
    )
}
