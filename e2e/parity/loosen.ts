import type { Observation } from './observe.ts'

/**
 * A test that leaves its page: stock Vitest gives up the whole run, Livetab only
 * the file. Both have to fail, name the file and say that the page went away.
 */
export function onlyTheCause(observation: Observation): Observation {
  const steps = observation.steps.map((step) => {
    const text = JSON.stringify(step.dumps)
    const file = step.command.replace('run ', '')
    return {
      ...step,
      dumps: [],
      surprises: [],
      output: [
        `names ${file}: ${text.includes(`${file}.test.ts`)}`,
        `tells why: ${/reload|navigat|Received URL/i.test(text)}`,
        `passed: ${/"state":"passed","mode":"run","tags":\[\],"errors":\[\],"attempts":\["0\/0 passed 0"\].*fails:/.test(text)}`,
      ],
    }
  })
  return { tests: steps.length, steps }
}
