import { setup, needs } from './setup.mjs'
import { argumentsOrHelp } from './setup/help.mjs'

argumentsOrHelp(`
npm run build

Builds the packages into packages/*/dist, if a source changed since the last build.
`)

await setup(needs.build)
