import {
  coreOf,
  createContribution,
  describe,
  findOptionMistake,
  type LivetabOptions,
  patchProvider,
} from '@livetab/vitest'
import type { BrowserProviderOption } from 'vitest/node'

interface Wrapped extends BrowserProviderOption {
  livetab: { options: LivetabOptions; serverFactory: () => unknown }
}

const example =
  "`provider: livetab(playwright())`, with `import { playwright } from '@vitest/browser-playwright'`"

/** Vitest compares it across the instances of a project, so it is one and the same function for all of them. */
function serverFactory(this: Wrapped): Promise<never> {
  return createContribution(() => this.livetab.serverFactory(), this.name) as Promise<never>
}

/**
 * Runs a browser provider's tests on Livetab: a reloaded tab can be run again,
 * a run survives its browser, and only live sessions get in.
 *
 * @example
 * ```ts
 * import { playwright } from '@vitest/browser-playwright'
 * import { livetab } from 'livetab'
 *
 * export default defineConfig({
 *   test: { browser: { enabled: true, provider: livetab(playwright()), instances: [{ browser: 'chromium' }] } },
 * })
 * ```
 *
 * @param provider what `playwright()`, `preview()`, `webdriverio()` or a provider of your own returns
 * @param options all optional; see `LivetabOptions`
 */
export function livetab(
  provider: BrowserProviderOption,
  options: LivetabOptions = {},
): BrowserProviderOption {
  assertProvider(provider)
  const mistake = findOptionMistake(options)
  if (mistake) throw new TypeError(`[livetab] Check the second argument of livetab(): ${mistake}.`)
  const wrapped: Wrapped = {
    ...provider,
    livetab: { options, serverFactory: provider.serverFactory },
    serverFactory,
    providerFactory(project) {
      return patchProvider(coreOf(project.vitest), provider.providerFactory(project))
    },
  }
  return wrapped
}

function assertProvider(provider: unknown): asserts provider is BrowserProviderOption {
  if (typeof provider === 'string') {
    throw new TypeError(
      `[livetab] livetab() takes a provider, not its name. Instead of "${provider}" write ${example}.`,
    )
  }
  if (typeof provider === 'function') {
    throw new TypeError(
      `[livetab] livetab() takes what a provider function returns. Call it: write ${example}.`,
    )
  }
  if (typeof provider !== 'object' || provider === null) {
    throw new TypeError(
      `[livetab] livetab() needs a browser provider and got ${describe(provider)}. Write ${example}.`,
    )
  }
  if ('livetab' in provider) {
    throw new TypeError(
      '[livetab] This provider is already wrapped in livetab(). Wrap it once, and give the options there.',
    )
  }
  if (
    typeof Reflect.get(provider, 'serverFactory') !== 'function' ||
    typeof Reflect.get(provider, 'providerFactory') !== 'function'
  ) {
    throw new TypeError(
      `[livetab] livetab() needs a Vitest 5 browser provider; this object has no \`serverFactory\` or no \`providerFactory\`. Write ${example}, and keep vitest and @vitest/* at the same version.`,
    )
  }
}
