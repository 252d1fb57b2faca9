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

type Resolve = (specifier: string) => string

/** With the page's import maps. This is a script, and only a module can do that. */
let resolveSpecifier: Resolve | undefined

/** Adds modules. One that is already there stays: a module exists once in a page. */
export function define(factories: readonly (readonly [url: string, factory: Factory])[]): void {
  for (const [url, factory] of factories) {
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
 * @param resolve of the module that asks
 * @param address what the module was asked for by, where that says more than its URL
 */
export function run(url: string, resolve: Resolve, address?: string): Promise<Namespace> {
  const module = modules.get(url)
  if (!module) return Promise.reject(new Error(`The module "${url}" was not linked.`))
  resolveSpecifier ??= resolve
  return evaluate(module, address)
}

/** Whether this page's test file came linked, too. If not, nothing of it may be. */
export function isLinkedPage(): boolean {
  return pageOwn().linked === true
}

/** Where the page's own things are; `window` gets no name that it does not have elsewhere. */
export function pageOwn(): { linked?: boolean } {
  const state = window.__vitest_browser_runner__ as unknown as { livetab?: { linked?: boolean } }
  state.livetab ??= {}
  return state.livetab
}

function evaluate(module: LinkedModule, address?: string): Promise<Namespace> {
  if (module.evaluation) return module.evaluation
  const { promise, resolve, reject } = Promise.withResolvers<Namespace>()
  // In a cycle somebody asks again before the module's first line is through.
  module.evaluation = promise
  // Each module starts on a stack of its own, and hands over by hand: in a stack trace of its top level
  // it stands alone, as a module that a browser loaded does.
  Promise.resolve()
    .then(() => execute(module, address))
    .then(
      (namespace) => {
        resolve(namespace)
      },
      (error: unknown) => {
        reject(error)
      },
    )
  return promise
}

async function execute(module: LinkedModule, address = origin + module.url): Promise<Namespace> {
  const { factory, namespace } = module
  await factory(
    (url, metadata) => importStatically(module, url, metadata?.importedNames),
    (specifier) => importDynamically(module, specifier),
    (name, get) => {
      Object.defineProperty(namespace, name, { enumerable: true, configurable: true, get })
    },
    (source) => {
      exportAll(namespace, source)
    },
    createMeta(address),
  )
  complete(namespace)
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
      configurable: true,
      get: () => source[name],
    })
  }
}

/** Nothing is added from now on. A namespace has its names in alphabetical order. */
function complete(namespace: Namespace): void {
  const names = Object.keys(namespace)
  if (names.some((name, index) => index > 0 && name < (names[index - 1] ?? ''))) {
    const exports = Object.getOwnPropertyDescriptors(namespace)
    for (const name of names) Reflect.deleteProperty(namespace, name)
    for (const name of names.toSorted()) {
      Object.defineProperty(namespace, name, exports[name] as PropertyDescriptor)
    }
  }
  Object.seal(namespace)
}

function assertExports(module: LinkedModule, names: readonly string[]): void {
  for (const name of names) {
    if (name in module.namespace) continue
    const error = new SyntaxError(
      `The requested module '${module.url}' does not provide an export named '${name}'`,
    )
    // Nothing of the importing module ran.
    error.stack = String(error)
    throw error
  }
}

function createMeta(url: string): ModuleMeta {
  const meta = Object.create(null) as { url: string; resolve: (specifier: string) => string }
  meta.url = url
  // What is relative is so to the module.
  meta.resolve = (specifier) => {
    const full = /^\.{0,2}\//.test(specifier) ? new URL(specifier, url).href : specifier
    return resolveSpecifier?.(full) ?? full
  }
  return meta
}

/**
 * Loads files with linked modules as scripts, not as modules: a browser that compiled a script once
 * for this origin takes it as it is in the next page, and a module never.
 */
export async function load(urls: readonly string[]): Promise<void> {
  await Promise.all(urls.map(loadScript))
}

function loadScript(url: string): Promise<unknown> {
  return new Promise<void>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = url
    script.addEventListener('load', () => {
      resolve()
    })
    script.addEventListener('error', reject)
    document.head.append(script)
    script.remove()
  }).catch(() => import(/* @vite-ignore */ url))
}
