/**
 * Runs modules that came linked: many in one file, each as a function.
 * What it does is what the browser does with modules, in the same order and with the same errors.
 */

type Namespace = Record<string, unknown>

/** A module as the server transformed it; the names of its parameters are Vite's. */
type Factory = (
  importModule: (url: string, metadata?: { importedNames?: string[] }) => Promise<Namespace>,
  importDynamically: (specifier: string) => Promise<Namespace>,
  exportName: (name: string, get: () => unknown) => void,
  exportAll: (source: Namespace) => void,
  meta: ModuleMeta,
) => Promise<void>

interface ModuleMeta {
  readonly url: string
  readonly resolve: (specifier: string) => string
}

interface LinkedModule {
  readonly url: string
  readonly factory: Factory
  readonly namespace: Namespace
  /** The module whose end this one waits for. */
  waitingOn: LinkedModule | undefined
  evaluation: Promise<Namespace> | undefined
  done: boolean
}

const modules = new Map<string, LinkedModule>()
const origin = location.origin

/** Adds modules. One that is already there stays: a module exists once in a page. */
export function define(factories: Record<string, Factory>): void {
  for (const [url, factory] of Object.entries(factories)) {
    if (modules.has(url)) continue
    const namespace = Object.create(null) as Namespace
    Object.defineProperty(namespace, Symbol.toStringTag, { value: 'Module' })
    modules.set(url, {
      url,
      factory,
      namespace,
      waitingOn: undefined,
      evaluation: undefined,
      done: false,
    })
  }
}

/**
 * Evaluates a linked module and everything it imports, once.
 * @param address what the module was asked for by, where that says more than its URL
 */
export function run(url: string, address?: string): Promise<Namespace> {
  const module = modules.get(url)
  if (!module) return Promise.reject(new Error(`The module "${url}" was not linked.`))
  return evaluate(module, address)
}

/** Whether this page's test file came linked, too. If not, nothing of it may be. */
export function isLinkedPage(): boolean {
  const { livetab } = window.__vitest_browser_runner__ as unknown as {
    livetab?: { linked?: boolean }
  }
  return livetab?.linked === true
}

function evaluate(module: LinkedModule, address?: string): Promise<Namespace> {
  module.evaluation ??= execute(module, address)
  return module.evaluation
}

async function execute(module: LinkedModule, address = origin + module.url): Promise<Namespace> {
  const { namespace } = module
  await module.factory(
    (url, metadata) => importStatically(module, url, metadata?.importedNames),
    (specifier) => importDynamically(module, specifier),
    (name, get) => {
      Object.defineProperty(namespace, name, { enumerable: true, configurable: false, get })
    },
    (source) => {
      exportAll(namespace, source)
    },
    createMeta(address),
  )
  Object.preventExtensions(namespace)
  module.done = true
  return namespace
}

async function importStatically(
  importer: LinkedModule,
  url: string,
  names: string[] | undefined,
): Promise<Namespace> {
  const module = modules.get(url)
  if (!module) return (await import(/* @vite-ignore */ url)) as Namespace
  // In a cycle the one that came first is imported as far as it got.
  if (!module.done && !(module.evaluation && waitsFor(module, importer))) {
    importer.waitingOn = module
    try {
      await evaluate(module)
    } finally {
      importer.waitingOn = undefined
    }
  }
  if (names && module.done) assertExports(module, names)
  return module.namespace
}

function waitsFor(module: LinkedModule, target: LinkedModule): boolean {
  for (let next: LinkedModule | undefined = module; next; next = next.waitingOn) {
    if (next === target) return true
  }
  return false
}

function importDynamically(importer: LinkedModule, specifier: string): Promise<Namespace> {
  const { pathname, search, href } = new URL(specifier, origin + importer.url)
  const module = href.startsWith(origin) ? modules.get(pathname + search) : undefined
  return module ? evaluate(module) : (import(/* @vite-ignore */ href) as Promise<Namespace>)
}

function exportAll(target: Namespace, source: Namespace): void {
  for (const name of Object.keys(source)) {
    if (name === 'default' || name in target) continue
    Object.defineProperty(target, name, {
      enumerable: true,
      configurable: false,
      get: () => source[name],
    })
  }
}

function assertExports(module: LinkedModule, names: readonly string[]): void {
  for (const name of names) {
    if (name in module.namespace) continue
    throw new SyntaxError(
      `The requested module '${module.url}' does not provide an export named '${name}'`,
    )
  }
}

function createMeta(url: string): ModuleMeta {
  const meta = Object.create(null) as { url: string; resolve: (specifier: string) => string }
  meta.url = url
  // The page's import maps count; what is relative is so to the module.
  meta.resolve = (specifier) =>
    import.meta.resolve(/^\.{0,2}\//.test(specifier) ? new URL(specifier, url).href : specifier)
  return meta
}
