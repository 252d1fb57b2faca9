export { main } from './cli/main.ts'
