export { createContribution } from './contribution.ts'
export { coreOf, type WrappedProvider } from './livetab-core.ts'
export { describe, findOptionMistake, type LivetabOptions } from './options.ts'
export { patchProvider } from './providers/patch-provider.ts'
