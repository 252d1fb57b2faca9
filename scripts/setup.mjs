import { join } from 'node:path'
import process from 'node:process'
import { buildStep } from './setup/build-step.mjs'
import { chromiumStep } from './setup/chromium-step.mjs'
import { dependenciesStep } from './setup/dependencies-step.mjs'
import { takeLock } from './setup/lock.mjs'
import { moreBrowsersStep } from './setup/more-browsers-step.mjs'
import { nodeStep } from './setup/node-step.mjs'
import { stateDir } from './setup/paths.mjs'
import { stopRunningCommands } from './setup/run-command.mjs'
import { SetupError } from './setup/setup-error.mjs'

const tools = [nodeStep, dependenciesStep]
const build = [...tools, buildStep]
const browser = [...build, chromiumStep]

/** What has to be in place before a command can work. */
export const needs = { tools, build, browser, everything: [...browser, moreBrowsersStep] }

/**
 * Makes a fresh clone ready, step by step. A step whose inputs did not change is left out.
 * When a step cannot work, says which and what to do, and ends the process.
 *
 * @param {typeof needs.tools} steps one of `needs`
 * @returns {Promise<{ node: string, nodeVersion: string, env: NodeJS.ProcessEnv }>}
 */
export async function setup(steps) {
  const ready = lookAround(steps)
  if (ready) return ready
  const release = await takeLock(join(stateDir, 'setup.lock'), (holder) => {
    console.log(`Set-up: waiting for process ${holder}, which is setting up this clone`)
  })
  const onSignal = (signal) => {
    stopRunningCommands()
    release()
    process.exit(signal === 'SIGINT' ? 130 : 143)
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  try {
    return await workThrough(steps)
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    release()
    console.error(`\n\n${error.message}\n\nWhat you can do: ${error.advice}`)
    process.exit(1)
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
    release()
  }
}

/** What the steps found, or nothing when one of them has work to do. */
function lookAround(steps) {
  const context = { env: process.env }
  for (const step of steps) {
    const found = step.find(context)
    if (!found) return undefined
    Object.assign(context, found)
  }
  return context
}

async function workThrough(steps) {
  const context = { env: process.env }
  for (const [index, step] of steps.entries()) {
    if (!step.find(context)) await work(step, `${index + 1}/${steps.length}`, context)
    Object.assign(context, step.find(context))
  }
  return context
}

async function work(step, place, context) {
  const started = performance.now()
  process.stdout.write(`Set-up ${place}: ${step.doing(context)} … `)
  const note = await step.work(context).catch((error) => {
    if (!(error instanceof SetupError)) throw error
    throw new SetupError(
      `Set-up stopped at step ${place}, ${step.name}. Tried:\n${error.message}`,
      error.advice,
    )
  })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(note ? `${note} (${seconds} s)` : `done in ${seconds} s`)
}
