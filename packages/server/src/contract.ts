/** Where the pages, their assets and the socket live. Vitest's own paths stay what they are. */
export const orchestratorPath = '/__vitest_test__/'
export const statePath = '/__vitest_test__/state'
export const rerunPath = '/__vitest_test__/rerun'
export const apiPath = '/__vitest_browser_api__'
export const assetsPath = '/__livetab__/'

/** Why a socket is closed when its server is about to come back; the tab waits for it then. */
export const restartReason = 'Vitest restarts'

/** The longest a state request may be held open while it waits for the session to end. */
export const longestStateWait = 10_000
