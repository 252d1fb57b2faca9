export { deskEnvironment } from 'livetab/e2e'
