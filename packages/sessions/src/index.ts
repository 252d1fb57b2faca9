export type { CloseCause } from './cause.ts'
export {
  RegistryDisposedError,
  ReservationTimeoutError,
  SessionClosedError,
  SessionInUseError,
} from './errors.ts'
export type { GoneSession } from './history.ts'
export { mintId, shortId } from './ids.ts'
export { type Reserved, Reservations } from './reservations.ts'
export { Session, type SessionOptions, type SessionState } from './session.ts'
export {
  type OpenOptions,
  type RegistryOptions,
  type SessionLookup,
  SessionRegistry,
} from './session-registry.ts'
