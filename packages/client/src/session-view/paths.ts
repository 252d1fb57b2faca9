/** Where the server answers; the same as in its contract. */
export const orchestratorPath = '/__vitest_test__/'
export const statePath = '/__vitest_test__/state'
export const rerunPath = '/__vitest_test__/rerun'
