import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'

// Starting Node takes long on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

/** Runs a script that has the package at hand in a Node of its own. Rejects unless that exits with 0. */
async function run(script: string): Promise<string[]> {
  const index = JSON.stringify(new URL('index.ts', import.meta.url).href)
  const source = `import { Reservations, SessionRegistry } from ${index}\n${script}`
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--experimental-strip-types',
    '--disable-warning=ExperimentalWarning',
    '--input-type=module',
    '--eval',
    source,
  ])
  return stdout.trim().split('\n')
}

const open = `{ key: 'chromium', label: 'chromium', meta: 0, connectTimeout: 60_000 }`

// With a timer that did not count, Node exited in the middle of closing: code 13, nothing printed.
test('invariant 5: dispose is answered even when nothing else keeps the process alive', async () => {
  const printed = await run(`
    const registry = new SessionRegistry({
      teardownTimeout: 50,
      onTeardownFailure: (session, step) => console.log('gave up', step),
    })
    registry.open(${open}).onClose('cdp', () => new Promise(() => {}))
    await registry.dispose('shutdown')
    console.log('disposed')
  `)
  expect(printed).toEqual(['gave up cdp', 'disposed'])
})

test('invariant 5: a reservation is answered even when nothing else keeps the process alive', async () => {
  const printed = await run(`
    const never = () => new Promise(() => {})
    await new Reservations().reserve('chromium', never, 50).catch((error) => console.log(error.name))
  `)
  expect(printed).toEqual(['ReservationTimeoutError'])
})

test('a session that waits for its tab does not keep the process alive', async () => {
  const printed = await run(`
    new SessionRegistry().open(${open})
    console.log('open')
  `)
  expect(printed).toEqual(['open'])
})

test('invariant 2: an abort listener that throws skips no listener, no step and no onClosed', async () => {
  const printed = await run(`
    process.on('uncaughtException', (error) => console.log('uncaught', error.message))
    const registry = new SessionRegistry({ onClosed: () => console.log('onClosed') })
    const session = registry.open(${open})
    session.signal.addEventListener('abort', () => { throw new Error('listener') })
    session.signal.addEventListener('abort', () => console.log('next listener'))
    session.onClose('step', () => console.log('step'))
    session.close('closed')
    console.log('size', registry.size)
  `)
  expect(printed).toEqual(['next listener', 'step', 'onClosed', 'size 0', 'uncaught listener'])
})

test('a session that ends while nobody waits for it is no unhandled rejection', async () => {
  const printed = await run(`
    process.on('unhandledRejection', () => console.log('unhandled'))
    const registry = new SessionRegistry()
    registry.open(${open}).close('closed')
    const late = registry.open(${open})
    late.close('closed')
    late.onClose('late', () => Promise.reject(new Error('late')))
    await registry.settled()
    console.log('settled')
  `)
  expect(printed).toEqual(['settled'])
})
