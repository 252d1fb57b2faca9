import { describe, expect, test } from 'vitest'
import type { Facts, StateAnswer } from './answer.ts'
import type { RerunOutcome } from './rerun.ts'
import { SessionMachine, type Surroundings } from './state-machine.ts'
import type { ViewState } from './view-state.ts'

const facts: Facts = {
  project: 'chromium',
  cause: 'reloaded',
  lastRun: undefined,
  rerun: { files: 2, interrupted: undefined },
  automatic: false,
  braked: false,
}
const inUse: StateAnswer = { state: 'in-use' }
const ended: StateAnswer = { state: 'expired', facts }
const unknown: StateAnswer = { state: 'expired', facts: undefined }
const nobody = undefined
const opened: RerunOutcome = { kind: 'opened', url: '/next' }

/** An answer, and how long the server takes for it when that is not the wait it was asked for. */
interface Scripted {
  readonly answer: StateAnswer | undefined
  readonly after?: number
}

/**
 * A page whose server answers from a script and whose clock stands still between events. A script
 * that is used up leaves the machine waiting, so `step` returns with what it has come to.
 */
class Page implements Surroundings {
  readonly log: string[] = []
  readonly answers: Scripted[]
  readonly outcomes: RerunOutcome[]
  isHidden = false
  time = 0

  constructor(answers: Scripted[], outcomes: RerunOutcome[] = []) {
    this.answers = answers
    this.outcomes = outcomes
  }

  async ask(sessionId: string, wait: number): Promise<StateAnswer | undefined> {
    const next = this.answers.shift()
    if (!next) return new Promise(() => undefined)
    this.log.push(`${this.time} ask ${sessionId} ${wait}`)
    this.time += next.after ?? (next.answer?.state === 'in-use' ? wait : 0)
    return next.answer
  }

  async rerun(sessionId: string): Promise<RerunOutcome> {
    const next = this.outcomes.shift()
    if (!next) return new Promise(() => undefined)
    this.log.push(`${this.time} rerun ${sessionId}`)
    return next
  }

  show(state: ViewState): void {
    this.log.push(`${this.time} show ${describeShown(state)}`)
  }

  async pause(ms: number): Promise<void> {
    this.time += ms
  }

  now(): number {
    return this.time
  }

  hidden(): boolean {
    return this.isHidden
  }

  leave(url: string): void {
    this.log.push(`${this.time} leave ${url}`)
  }

  renamed(sessionId: string): void {
    this.log.push(`${this.time} renamed ${sessionId}`)
  }
}

function describeShown(state: ViewState): string {
  if (state.kind === 'expired' && state.problem) return `expired after ${state.problem.status}`
  if (state.kind !== 'starting') return state.kind
  return ['starting', state.automatic && 'by itself', state.slow && 'slowly']
    .filter(Boolean)
    .join(' ')
}

/** The machine works only with promises, so one turn of the loop is all it needs. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}

async function start(page: Page, held = false, restarts = false): Promise<SessionMachine> {
  const machine = new SessionMachine('old', { held, restarts }, page)
  void machine.run()
  await turn()
  return machine
}

describe('before it says anything', () => {
  test('a reload: the old socket closes while the page asks, and "in use" is never shown', async () => {
    const page = new Page([{ answer: ended, after: 12 }])
    await start(page)
    expect(page.log).toEqual(['0 ask old 800', '12 show expired'])
  })

  test('a busy server that does not wait is asked again until 800 ms have passed', async () => {
    const page = new Page([
      { answer: inUse, after: 5 },
      { answer: inUse, after: 5 },
      { answer: ended, after: 5 },
    ])
    await start(page)
    expect(page.log).toEqual([
      '0 ask old 800',
      '255 ask old 545',
      '510 ask old 290',
      '515 show expired',
    ])
  })

  test('a session that stays in use is shown as that after 800 ms', async () => {
    const page = new Page([{ answer: inUse }])
    await start(page)
    expect(page.log).toEqual(['0 ask old 800', '800 show in-use'])
  })

  test('one failed request is not a stopped server', async () => {
    const page = new Page([{ answer: nobody }, { answer: ended }])
    await start(page)
    expect(page.log).toEqual(['0 ask old 800', '250 ask old 0', '250 show expired'])
  })
})

describe('a session in another tab', () => {
  test('is waited for, and turns into an ended one by itself', async () => {
    const page = new Page([{ answer: inUse }, { answer: inUse }, { answer: ended, after: 300 }])
    await start(page)
    expect(page.log).toEqual([
      '0 ask old 800',
      '800 show in-use',
      '800 ask old 10000',
      '10800 show in-use',
      '10800 ask old 10000',
      '11100 show expired',
    ])
  })

  test('a hidden tab asks now and then instead of holding a connection', async () => {
    const page = new Page([{ answer: inUse }, { answer: inUse }, { answer: unknown }])
    page.isHidden = true
    await start(page)
    expect(page.log.filter((line) => line.includes('ask'))).toEqual([
      '0 ask old 800',
      '2800 ask old 0',
      '4800 ask old 0',
    ])
  })

  test('a server that does not hold requests is not asked in a hot loop', async () => {
    const page = new Page([
      { answer: inUse },
      { answer: inUse, after: 1 },
      { answer: inUse, after: 1 },
    ])
    await start(page)
    expect(page.log.filter((line) => line.includes('ask'))).toEqual([
      '0 ask old 800',
      '800 ask old 10000',
      '2800 ask old 10000',
    ])
  })

  test('never starts by itself when that tab closes', async () => {
    const automatic: StateAnswer = { state: 'expired', facts: { ...facts, automatic: true } }
    const page = new Page([{ answer: inUse }, { answer: automatic }], [opened])
    await start(page)
    expect(page.log.at(-1)).toBe('800 show expired')
  })

  test('a tab that held the session lost its connection: there is no other tab', async () => {
    const page = new Page([{ answer: inUse }, { answer: ended, after: 20 }])
    await start(page, true)
    expect(page.log).toEqual([
      '0 ask old 800',
      '800 show lost',
      '800 ask old 10000',
      '820 show expired',
    ])
  })
})

describe('a server that cannot be reached', () => {
  test('is asked every two seconds, and belongs to another run when it is back', async () => {
    const page = new Page([
      { answer: nobody },
      { answer: nobody },
      { answer: nobody },
      { answer: unknown },
    ])
    await start(page)
    expect(page.log).toEqual([
      '0 ask old 800',
      '250 ask old 0',
      '250 show not-running',
      '2250 ask old 0',
      '2250 show not-running',
      '4250 ask old 0',
      '4250 show earlier-run',
    ])
  })

  test('still knows the session when it was only away for a moment', async () => {
    const page = new Page([{ answer: nobody }, { answer: nobody }, { answer: ended }])
    await start(page)
    expect(page.log.at(-1)).toBe('2250 show expired')
  })

  test('is noticed while another tab is waited for', async () => {
    const page = new Page([{ answer: inUse }, { answer: nobody }, { answer: nobody }])
    await start(page)
    expect(page.log.at(-1)).toBe('1050 show not-running')
  })
})

describe('a server that said it restarts', () => {
  test('is not missed while it is away', async () => {
    const page = new Page([
      { answer: nobody },
      { answer: nobody },
      { answer: nobody },
      { answer: ended },
    ])
    await start(page, true, true)
    expect(page.log).toEqual([
      '0 show restarting',
      '0 ask old 0',
      '250 ask old 0',
      '500 ask old 0',
      '750 ask old 0',
      '750 show expired',
    ])
  })

  test('is waited for while it still takes the session for live', async () => {
    const page = new Page([{ answer: inUse }, { answer: ended }])
    await start(page, true, true)
    expect(page.log.filter((line) => line.includes('show'))).toEqual([
      '0 show restarting',
      '250 show expired',
    ])
  })

  test('starts by itself when the new one says so', async () => {
    const automatic: StateAnswer = { state: 'expired', facts: { ...facts, automatic: true } }
    const page = new Page([{ answer: nobody }, { answer: automatic }], [opened])
    await start(page, true, true)
    expect(page.log.at(-1)).toBe('250 leave /next')
  })

  test('is missed when it is not back after 30 seconds', async () => {
    const page = new Page([
      { answer: nobody },
      { answer: nobody, after: 30_000 },
      { answer: ended },
    ])
    await start(page, true, true)
    expect(page.log.slice(-3)).toEqual([
      '30250 show not-running',
      '32250 ask old 0',
      '32250 show expired',
    ])
  })
})

describe('without facts', () => {
  test('a copied link gets an explanation', async () => {
    const page = new Page([{ answer: unknown }])
    await start(page)
    expect(page.log.at(-1)).toBe('0 show stranger')
  })

  test('a tab that held the session belongs to an earlier run', async () => {
    const page = new Page([{ answer: unknown }])
    await start(page, true)
    expect(page.log.at(-1)).toBe('0 show earlier-run')
  })

  test('a press means nothing, then and later', async () => {
    const page = new Page([{ answer: unknown }, { answer: ended }], [opened])
    const machine = await start(page)
    machine.press()
    await turn()
    expect(page.log.at(-1)).toBe('0 show stranger')
    machine.lookAgain()
    await turn()
    expect(page.log.at(-1)).toBe('0 show expired')
  })
})

describe('Rerun', () => {
  test('takes the tab to the new session', async () => {
    const page = new Page([{ answer: ended }], [opened])
    const machine = await start(page)
    machine.press()
    await turn()
    expect(page.log.slice(1)).toEqual([
      '0 show expired',
      '0 show starting',
      '0 rerun old',
      '0 leave /next',
    ])
  })

  test('asks once however often it is pressed', async () => {
    const page = new Page([{ answer: ended }], [opened, opened, opened])
    const machine = await start(page)
    machine.press()
    machine.press()
    await turn()
    machine.press()
    await turn()
    expect(page.outcomes).toHaveLength(2)
  })

  test('asks again after Retry-After while the new session is opening', async () => {
    const opening: RerunOutcome = { kind: 'opening', retryAfter: 3000 }
    const page = new Page([{ answer: ended }], [opening, opening, opened])
    const machine = await start(page)
    machine.press()
    await turn()
    expect(page.log.slice(2)).toEqual([
      '0 show starting',
      '0 rerun old',
      '0 show starting slowly',
      '3000 rerun old',
      '3000 show starting slowly',
      '6000 rerun old',
      '6000 leave /next',
    ])
  })

  test('that lost the race follows the new session, which is open in another tab', async () => {
    const page = new Page(
      [{ answer: ended }, { answer: inUse }, { answer: ended }],
      [{ kind: 'elsewhere', sessionId: 'new' }, opened],
    )
    const machine = await start(page, true)
    machine.press()
    await turn()
    expect(page.log.slice(3)).toEqual([
      '0 rerun old',
      '0 renamed new',
      '0 ask new 0',
      '0 show in-use',
      '0 ask new 10000',
      '0 show expired',
    ])
    machine.press()
    await turn()
    expect(page.log.slice(-2)).toEqual(['0 rerun new', '0 leave /next'])
  })

  test('that is refused leaves the explanation without a button', async () => {
    const page = new Page([{ answer: ended }], [{ kind: 'refused' }])
    const machine = await start(page)
    machine.press()
    await turn()
    expect(page.log.at(-1)).toBe('0 show stranger')
  })

  test('that fails says so and can be pressed again', async () => {
    const page = new Page(
      [{ answer: ended }, { answer: ended }],
      [{ kind: 'failed', status: 500 }, opened],
    )
    const machine = await start(page)
    machine.press()
    await turn()
    expect(page.log.at(-1)).toBe('0 show expired after 500')
    machine.press()
    await turn()
    expect(page.log.at(-1)).toBe('0 leave /next')
  })

  test('that nobody answers finds out that Vitest is not running', async () => {
    const page = new Page(
      [{ answer: ended }, { answer: nobody }, { answer: nobody }],
      [{ kind: 'failed', status: undefined }],
    )
    const machine = await start(page)
    machine.press()
    await turn()
    expect(page.log.at(-1)).toBe('250 show not-running')
  })

  test('starts by itself when the server says so', async () => {
    const automatic: StateAnswer = { state: 'expired', facts: { ...facts, automatic: true } }
    const page = new Page([{ answer: automatic }], [opened])
    await start(page)
    expect(page.log.slice(1)).toEqual(['0 show starting by itself', '0 rerun old', '0 leave /next'])
  })

  test('that started by itself and failed waits for a person', async () => {
    const automatic: StateAnswer = { state: 'expired', facts: { ...facts, automatic: true } }
    const page = new Page(
      [{ answer: automatic }, { answer: automatic }],
      [{ kind: 'failed', status: 500 }, opened],
    )
    await start(page)
    expect(page.log.at(-1)).toBe('0 show expired after 500')
  })
})

describe('a tab that is looked at again', () => {
  test('asks whether what it says is still true', async () => {
    const page = new Page([{ answer: ended }, { answer: nobody }, { answer: nobody }])
    const machine = await start(page)
    machine.lookAgain()
    await turn()
    expect(page.log.at(-1)).toBe('250 show not-running')
  })

  test('does not lose a press that comes while it asks', async () => {
    const page = new Page([{ answer: ended }], [opened])
    const machine = await start(page)
    const answer = Promise.withResolvers<StateAnswer>()
    page.ask = () => answer.promise
    machine.lookAgain()
    await turn()
    machine.press()
    answer.resolve(ended)
    await turn()
    expect(page.log.at(-1)).toBe('0 leave /next')
  })

  test('forgets a press when there is nothing to rerun any more', async () => {
    const page = new Page([{ answer: ended }], [opened])
    const machine = await start(page)
    const answer = Promise.withResolvers<StateAnswer>()
    page.ask = () => answer.promise
    machine.lookAgain()
    await turn()
    machine.press()
    answer.resolve(unknown)
    await turn()
    expect(page.log.at(-1)).toBe('0 show stranger')
    expect(page.outcomes).toHaveLength(1)
  })
})
