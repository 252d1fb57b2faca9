import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const packages = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Every map and set with strings for keys, and why it is no second record of who is live.
 * A new one fails the test below. Ask the registry instead of keeping an id; if it really is
 * something else, say here what.
 */
const known: Record<string, string> = {
  'sessions/src/session-registry.ts #live': 'the live session map itself',
  'sessions/src/history.ts #gone': 'ended sessions, bounded, to explain them; admits nobody',
  'sessions/src/reservations.ts #opening':
    'what is being opened, by project; freed when it settles',
  'server/src/tickets.ts pages':
    'pages served for one session and not connected; held weakly by it',
  'server/src/tickets.ts testers':
    'testers served for one session and not connected; held weakly by it',
  'server/src/middlewares/visits.ts known':
    'browsers that were given the page of one session, bounded; held weakly by it, admits nobody',
  'vitest/src/livetab-core.ts #slots':
    "the pool's places, by the pool's own ids; sessions come and go in them",
  'vitest/src/livetab-core.ts testers': 'connections of one session; each leaves when it ends',
  'vitest/src/sessions-adapter.ts all':
    'put together from the registry each time Vitest lists sessions',
  'vitest/src/state-view.ts visit': "an argument of Vitest's visitor that nobody reads",
  'vitest/src/rpc/cdp.ts #listeners': "one tester's CDP events, by their name",
  'vitest/src/rpc/cdp.ts ids': "one tester's listeners for one event",
  'vitest/src/recovery/attempt.ts #running': 'tests under way in one attempt',
  'vitest/src/recovery/fail-file.ts running': 'the same, for one call',
  'vitest/src/recovery/file-report.ts #current': 'what reporters were told of one attempt',
  'vitest/src/recovery/file-report.ts #told': 'what reporters were told of one file',
  'vitest/src/recovery/file-report.ts counted': 'names of events',
  'vitest/src/recovery/file-report.ts states': 'states of tests, for one call',
  'vitest/src/mocks/mock-registries.ts #servedFor': 'modules that are mocked, by their path',
  'vitest/src/mocks/mock-registries.ts #factories': 'modules that are mocked, by their URL',
  'vitest/src/mocks/mock-registries.ts byName': 'plugins by their name, for one call',
  'vitest/src/mocks/mock-registries.ts #shims':
    'modules that stand in for a mocked one, by their path',
  'vitest/src/providers/browser-leftovers.ts folders': "folders of browsers' own sockets",
  'vitest/src/mocks/static-unmocks.ts return': 'paths of modules in one test file',
  'vitest/src/rerun/run-ledger.ts starts': "when a project's files last began to run",
  'vitest/src/stray-modules.ts strays': 'modules by their URL, bounded',
  'vitest/src/providers/quiet-network.ts harmlessObjects': "names in Playwright's protocol",
  'vitest/src/providers/quiet-network.ts harmfulToFrames': "names in Playwright's protocol",
  'vitest/src/providers/quiet-network.ts harmlessCalls': "names in Playwright's protocol",
  'vitest/src/speed/graph-linker.ts #chunks': 'linked files by their address',
  'vitest/src/speed/graph-linker.ts chunks': 'the same, for one call',
  'vitest/src/speed/graph-linker.ts found': 'modules by their URL, for one call',
  'vitest/src/speed/graph-linker.ts frontier': 'modules by their URL, for one call',
  'vitest/src/speed/tester-plans.ts #served': 'linked files by their address',
  'server/src/gateway/multiplex.ts links':
    "testers' connections over one orchestrator's socket; each was admitted by its ticket",
  'vitest/src/speed/exported-names.ts names': 'names that a module exports, for one call',
  'vitest/src/speed/exported-names.ts seen: Set<LinkableModule> =':
    'modules that were looked at, for one call',
  'vitest/src/speed/lean-template.ts removed': 'scripts of one page, for one call',
  'vitest/src/speed/runtime.ts facades': "the runtime's modules by their address",
  'vitest/src/speed/runtime.ts frontier': 'modules by their URL, for one call',
  'vitest/src/speed/runtime.ts imports': 'modules by their URL, for one call',
  'vitest/src/speed/runtime.ts modules': 'modules by their URL, for one call',
  'vitest/src/speed/runtime.ts urls': "the runtime's modules by their URL",
  'vitest/src/speed/runtimes.ts own': 'scripts of one page, for one call',
  'client/src/orchestrator/tester-ports.ts #ports':
    "testers' ports in the page, while their frames are",
  'client/src/tester/vite-client.ts styles': 'style elements in a tester, by file',
  'client/src/linker/linker.ts modules': 'linked modules in the page',
  'client/src/orchestrator/orchestrator.ts #frames': 'frames in the page, by test file',
}

const created = /new (?:Map|Set)\b(?:<\s*(\w+)?)?/g

/** What a collection is called: directly, by its line's declaration, or by who is handed it. */
const names = [
  /(#?\w+)\s*[=:]\s*$/,
  /^\s*(?:const|let|readonly)\s+(#?\w+)/,
  /(visit)\(/,
  /(return)\b/,
  /^\s*(\w+) =/,
]

function nameOf(before: string): string {
  for (const name of names) {
    const found = name.exec(before)?.[1]
    if (found) return found
  }
  return before.trim()
}

function findRecords(): string[] {
  const files = globSync('*/src/**/*.ts', {
    cwd: packages,
    // The command line and the e2e helper run in processes that have no sessions.
    exclude: (path) => /\.test\.ts$|\/(?:testing|model|cli|e2e)(?:\/|$)/.test(path),
  })
  const found = new Set<string>()
  for (const file of files) {
    const source = readFileSync(`${packages}/${file}`, 'utf8')
    for (const match of source.matchAll(created)) {
      const key = match[1]
      if (match[0].includes('<') && key !== 'string') continue
      const before = source.slice(source.lastIndexOf('\n', match.index) + 1, match.index)
      found.add(`${file} ${nameOf(before)}`)
    }
  }
  return [...found].toSorted()
}

test('invariant 1: no map or set of ids but the registry', () => {
  const records = findRecords()

  expect(
    records.filter((record) => !(record in known)),
    'new records',
  ).toEqual([])
  expect(
    Object.keys(known).filter((record) => !records.includes(record)),
    'gone',
  ).toEqual([])
})
