import { createHash } from 'node:crypto'
import { assetsPath } from '@livetab/server'
import type { ViteDevServer } from 'vite'
import { type LinkableModule, linkableModule } from './linkable.ts'
import { type LinkedFile, linkerName, writeLinkedFile } from './linked-file.ts'

export const chunkPath: string = `${assetsPath}chunk/`

/** More files than this are not looked through; a graph of that size is plain modules. */
const largestGraph = 5000

/** A chunk that no test file asked for in this time is one of modules that were edited since. */
const forgottenAfter = 10 * 60_000

interface Chunk {
  readonly file: LinkedFile
  usedAt: number
}

/** How a test file is served: linked, or as it is. */
export type Plan =
  | { readonly entry: LinkableModule; readonly modules: readonly LinkableModule[] }
  | undefined

/**
 * Links the module graphs of test files. A module that several test files need is put into a chunk
 * that the browser keeps; what only one needs comes with that one.
 */
export class GraphLinker {
  readonly #server: ViteDevServer
  readonly #sourceMap: (id: string) => unknown
  /** What the page has already, whichever test file it runs. */
  readonly #isRuntime: (url: string) => boolean
  readonly #chunks = new Map<string, Chunk>()
  readonly #chunkOf = new WeakMap<LinkableModule, string>()
  /** Modules that came with a test file once. The next one that needs them gets a chunk. */
  readonly #seen = new WeakSet<LinkableModule>()

  constructor(
    server: ViteDevServer,
    sourceMap: (id: string) => unknown,
    isRuntime: (url: string) => boolean,
  ) {
    this.#server = server
    this.#sourceMap = sourceMap
    this.#isRuntime = isRuntime
  }

  chunk(id: string): LinkedFile | undefined {
    return this.#chunks.get(id)?.file
  }

  /** Looks through everything that an entry imports. No plan means: serve it as it is. */
  async plan(entryUrl: string): Promise<Plan> {
    const found = new Map<string, LinkableModule>()
    let frontier = [entryUrl]
    while (frontier.length > 0) {
      if (found.size + frontier.length > largestGraph) return undefined
      const modules = await Promise.all(
        frontier.map((url) => linkableModule(this.#server, url, this.#sourceMap)),
      )
      for (const module of modules) {
        if (!module) return undefined
        found.set(module.url, module)
      }
      const next = modules.flatMap((module) => module?.imports ?? [])
      frontier = [...new Set(next)].filter(
        (url) => !found.has(url) && isLocal(url) && !this.#isRuntime(url),
      )
    }
    const entry = found.get(entryUrl)
    if (!entry) return undefined
    found.delete(entryUrl)
    return { entry, modules: [...found.values()] }
  }

  /** The file that a browser gets in place of an entry. `plain` is the entry's other address, for pages that are not linked. */
  link({ entry, modules }: NonNullable<Plan>, plain: string): LinkedFile {
    const own: LinkableModule[] = []
    const promoted: LinkableModule[] = []
    const chunks = new Set<string>()
    for (const module of modules) {
      const chunk = this.#chunkOf.get(module)
      if (chunk && this.#use(chunk)) chunks.add(chunk)
      else if (this.#seen.has(module)) promoted.push(module)
      else {
        this.#seen.add(module)
        own.push(module)
      }
    }
    if (promoted.length > 0) chunks.add(this.#createChunk(promoted))
    return writeLinkedFile(
      [
        `await ${linkerName}.load(${JSON.stringify([...chunks].map((chunk) => `${chunkPath}${chunk}.js`))})`,
      ],
      [entry, ...own],
      [
        `await (${linkerName}.isLinkedPage() ? ${linkerName}.run(${JSON.stringify(entry.url)}, import.meta.resolve, import.meta.url) : import(${JSON.stringify(plain)}))`,
      ],
    )
  }

  #use(id: string): boolean {
    const chunk = this.#chunks.get(id)
    if (chunk) chunk.usedAt = Date.now()
    return chunk !== undefined
  }

  #createChunk(modules: readonly LinkableModule[]): string {
    const file = writeLinkedFile([], modules, [])
    const id = createHash('sha256').update(file.code).digest('hex').slice(0, 24)
    const now = Date.now()
    for (const [other, { usedAt }] of this.#chunks) {
      if (now - usedAt > forgottenAfter) this.#chunks.delete(other)
    }
    this.#chunks.set(id, { file, usedAt: now })
    for (const module of modules) this.#chunkOf.set(module, id)
    return id
  }
}

function isLocal(url: string): boolean {
  return url.startsWith('/') && !url.startsWith('//')
}
