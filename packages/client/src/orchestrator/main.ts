import { showSessionView } from '../session-view/overlay.ts'
import { createBroadcastTransport } from './broadcast-transport.ts'
import { supportsLateImportMaps } from './import-maps.ts'
import { Orchestrator } from './orchestrator.ts'
import { reportPageErrors } from './page-errors.ts'
import { pageState } from './page-state.ts'
import { connectToServer } from './server-connection.ts'
import { TesterPorts } from './tester-ports.ts'
import { prepareTraceView } from './trace-view.ts'
import { Viewport } from './viewport.ts'

const connection = connectToServer(
  {
    createTesters: (options) => orchestrator.run(options),
    cleanupTesters: () => orchestrator.cleanup(),
    onCancel: () => {
      orchestrator.cancel()
    },
    probe: () => Date.now(),
  },
  (message) => ports?.deliver(message) ?? false,
)
const { rpc } = connection
const ports = pageState().livetab.multiplexed ? new TesterPorts(connection.send) : undefined

const orchestrator = new Orchestrator(
  ports ?? createBroadcastTransport(),
  new Viewport(rpc),
  (content, filepath) => {
    rpc
      .sendLog('run', { type: 'stderr', time: Date.now(), size: content.length, content, filepath })
      .catch(() => undefined)
  },
)

reportPageErrors((error, type) => {
  connection.opened.then(() => rpc.onUnhandledError(error, type)).catch(() => undefined)
})
prepareTraceView()

connection.opened
  .then(() => rpc.onOrchestratorReady({ lateImportMaps: supportsLateImportMaps() }))
  .catch(() => undefined)

void connection.closed.then((end) => {
  showSessionView(pageState().sessionId, end)
})
