import { playwright } from '@vitest/browser-playwright'
import type { ViteUserConfig } from 'vitest/config'
import type { SuiteConfig } from '../suites/suite.ts'
import { type ChildEnvironment, readEnvironment } from './environment.ts'
import { benchReporter } from './reporter.ts'
import { sharedTrafficCounter } from './traffic.ts'

type Provider = ReturnType<typeof playwright>
type Wrap = (provider: Provider, options: Record<string, unknown>) => Provider

function createProvider(environment: ChildEnvironment, wrap: Wrap | undefined): Provider {
  const provider = playwright({
    launchOptions: { executablePath: environment.chromium, args: environment.chromiumArgs },
  })
  return wrap ? wrap(provider, environment.variant.options) : provider
}

/** The Vitest config of a generated suite. `wrap` is `livetab` on its side of the comparison. */
export function suiteConfig(suite: SuiteConfig, wrap?: Wrap): ViteUserConfig {
  const environment = readEnvironment()
  const { variant } = environment
  const counter = environment.count ? sharedTrafficCounter() : undefined
  const browser = () => ({
    enabled: true,
    headless: true,
    provider: createProvider(environment, wrap),
    instances: [{ browser: 'chromium' as const }],
  })
  return {
    // A cache of its own per variant, so that none warms another's.
    cacheDir: `.cache/${variant.name.replaceAll(/[^\w-]+/g, '_')}`,
    plugins: counter ? [counter.plugin] : [],
    oxc: suite.jsx ? { jsx: { runtime: 'automatic' } } : undefined,
    test: {
      maxWorkers: environment.workers,
      isolate: variant.isolate,
      reporters: ['default', benchReporter(counter?.counts)],
      ...(suite.projects
        ? {
            projects: suite.projects.map(({ name, include }) => ({
              extends: true as const,
              test: { name, include, browser: browser() },
            })),
          }
        : {
            include: ['tests/**/*.test.{ts,tsx}'],
            setupFiles: suite.setupFiles,
            browser: browser(),
          }),
    },
  }
}
