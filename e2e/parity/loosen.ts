import type { Observation, StepObservation } from './observe.ts'

/**
 * A test that leaves its page: stock Vitest gives up the whole run, Livetab only
 * the file. Both have to fail, name the file and say that the page went away.
 */
export function onlyTheCause(observation: Observation): Observation {
  const steps = observation.steps.map((step) => {
    const text = JSON.stringify(step.dumps)
    const file = `${step.command.replace('run ', '')}.test.ts`
    return {
      ...step,
      dumps: [],
      surprises: [],
      output: [
        `names ${file}: ${text.includes(file)}`,
        `tells why: ${/reload|navigat|Received URL/i.test(text)}`,
        `the test that leaves has passed: ${hasPassed(step, /fails:/)}`,
      ],
    }
  })
  return { tests: steps.length, steps }
}

function hasPassed(step: StepObservation, name: RegExp): boolean {
  return step.dumps
    .filter((dump) => dump.kind === 'run')
    .flatMap((dump) => dump.modules)
    .flatMap((module) => module.tests)
    .some((test) => name.test(test.name) && test.state === 'passed')
}
