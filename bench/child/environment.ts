import type { Variant } from '../cli/variants.ts'

/** What the bench tells the Vitest process it starts; travels as JSON in one environment variable. */
export interface ChildEnvironment {
  variant: Variant
  workers?: number
  /** Count requests and bytes. Off in timed runs. */
  count: boolean
  chromium?: string
  chromiumArgs: string[]
}

const variableName = 'LIVETAB_BENCH'

export function encodeEnvironment(environment: ChildEnvironment): Record<string, string> {
  return { [variableName]: JSON.stringify(environment) }
}

export function readEnvironment(): ChildEnvironment {
  const value = process.env[variableName]
  if (!value) throw new Error(`${variableName} is not set. Start this suite with "npm run bench".`)
  return JSON.parse(value) as ChildEnvironment
}
