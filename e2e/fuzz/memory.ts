/** What Vitest's process holds after a collection of garbage. */
export interface Memory {
  /** Megabytes of heap in use. */
  readonly heap: number
  /** Megabytes of memory in all, Vite's native parts included. */
  readonly resident: number
  /** Open sockets, the one that asks included. */
  readonly sockets: number
}

/** The fixture answers this address when it is told to; it is no part of Livetab. */
export async function memoryOf(origin: string): Promise<Memory> {
  const response = await fetch(`${origin}/__attack_memory__`, { headers: { connection: 'close' } })
  return (await response.json()) as Memory
}
