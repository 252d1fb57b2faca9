import { fileURLToPath } from 'node:url'

export type {
  FileSpecification,
  OrchestratorCapabilities,
  OrchestratorClient,
  OrchestratorLog,
  OrchestratorServer,
  TesterOptions,
  WireError,
} from './contract.ts'

/** Directory of the built browser files: `orchestrator.js`, `session-page.js` and `tester.js`. */
export const clientDirectory: string = fileURLToPath(new URL('../dist', import.meta.url))
