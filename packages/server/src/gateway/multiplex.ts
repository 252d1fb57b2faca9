import type { Connection } from './connection.ts'
import { Inbox } from './inbox.ts'

/** Testers' frames start with what no JSON text starts with: mark, kind, tester id, mark, message. */
const mark = '\u0001'

export interface MultiplexOptions {
  /** Admits a tester by its id, or says no with nothing. The connection ends with the orchestrator's. */
  readonly open: (testerId: string, connection: Connection) => boolean
  /** Testers that may be open at once through one orchestrator. */
  readonly maxTesters?: number
}

interface TesterLink {
  read: (data: string) => void
  readonly end: (reason: string) => void
}

/**
 * Carries testers' connections over their orchestrator's socket. Each is admitted by its own id,
 * once, exactly as a socket of its own would be. Afterwards the connection hears only what is its own.
 */
export function multiplex(connection: Connection, options: MultiplexOptions): void {
  const links = new Map<string, TesterLink>()
  const maxTesters = options.maxTesters ?? 64
  let readOwn: ((data: string) => void) | undefined

  function open(id: string): void {
    if (links.has(id) || links.size >= maxTesters) return
    const ended = new AbortController()
    const inbox = new Inbox({
      onOverflow: () => {
        tester.close('it sent more than can be kept for it')
      },
    })
    const link: TesterLink = {
      read: (data) => {
        inbox.take(data)
      },
      end(reason) {
        if (links.get(id) === link) links.delete(id)
        inbox.close()
        ended.abort(new Error(`[livetab] The connection is closed: ${reason}.`))
      },
    }
    links.set(id, link)
    const tester: Connection = {
      signal: ended.signal,
      send(data) {
        ended.signal.throwIfAborted()
        connection.send(`${mark}d${id}${mark}${data}`)
      },
      receive(reader) {
        if (!ended.signal.aborted) inbox.reader = reader
      },
      // One socket carries them all: a tester that is behind must not stop the others.
      pause: () => {
        inbox.pause()
      },
      resume: () => {
        inbox.resume()
      },
      close(reason) {
        if (ended.signal.aborted) return
        link.end(reason)
        if (!connection.signal.aborted) connection.send(`${mark}c${id}${mark}`)
      },
    }
    if (!options.open(id, tester)) {
      link.end('it was refused')
      connection.send(`${mark}c${id}${mark}`)
    }
  }

  connection.receive((data) => {
    if (!data.startsWith(mark)) {
      readOwn?.(data)
      return
    }
    const end = data.indexOf(mark, 1)
    if (end === -1) return
    const id = data.slice(2, end)
    if (data[1] === 'd') links.get(id)?.read(data.slice(end + 1))
    else if (data[1] === 'o') open(id)
    else if (data[1] === 'c') links.get(id)?.end('the page went away')
  })
  connection.signal.addEventListener(
    'abort',
    () => {
      for (const link of [...links.values()]) link.end('the page went away')
    },
    { once: true },
  )
  connection.receive = (reader) => {
    readOwn = reader
  }
}
