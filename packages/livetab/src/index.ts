export type { LivetabOptions } from '@livetab/vitest'
export { livetab } from './livetab.ts'
