import { watchLeaving } from '../session-view/leaving.ts'
import { startSessionView } from '../session-view/start.ts'

startSessionView({
  sessionId: new URLSearchParams(location.search).get('sessionId') ?? '',
  held: false,
  restarts: false,
  parent: document.body,
  leaving: watchLeaving(),
})
