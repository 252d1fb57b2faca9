/**
 * Why a session ended.
 *
 * `disconnected` is what a closed socket says by itself; whoever learns more
 * (a provider event, the reloaded tab's own request) explains it later.
 */
export type CloseCause =
  | 'disconnected'
  | 'reloaded'
  | 'closed'
  | 'crashed'
  | 'killed'
  | 'frozen'
  | 'lost'
  | 'open-failed'
  | 'never-connected'
  | 'cancelled'
  | 'restarted'
  | 'shutdown'
