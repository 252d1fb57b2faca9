import { playwright } from '@vitest/browser-playwright'
import { preview } from '@vitest/browser-preview'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { BrowserProviderOption } from 'vitest/node'
import { livetab, type LivetabOptions } from './index.ts'

/** What somebody who writes JavaScript may do. */
const untyped = livetab as (...args: unknown[]) => unknown

const writeThis =
  "`provider: livetab(playwright())`, with `import { playwright } from '@vitest/browser-playwright'`"

describe('wrong input gets one paragraph that says what to write instead', () => {
  const vitest4Provider = { name: 'playwright', options: {}, factory: () => undefined }

  test.each<[string, unknown[], RegExp]>([
    ['no provider', [], /needs a browser provider and got undefined/],
    ['null', [null], /needs a browser provider and got null/],
    ['a number', [7], /needs a browser provider and got 7/],
    ['a name', ['playwright'], /takes a provider, not its name\. Instead of "playwright" write/],
    ['a provider function that was not called', [playwright], /Call it: write/],
    ['an object that is no provider', [{}], /has no `serverFactory` or no `providerFactory`/],
    [
      'a provider of Vitest 4',
      [vitest4Provider],
      /needs a Vitest 5 browser provider.*same version/,
    ],
  ])('%s', (_, args, expected) => {
    const error = thrownBy(() => untyped(...args))
    expect(error).toBeInstanceOf(TypeError)
    expect(error.message).toMatch(expected)
    expect(error.message).toContain(writeThis)
    expect(error.message).toMatch(/^\[livetab\] [^\n]+\.$/)
  })

  test('a provider that is wrapped twice', () => {
    const { message } = thrownBy(() => livetab(livetab(preview())))
    expect(message).toBe(
      '[livetab] This provider is already wrapped in livetab(). Wrap it once, and give the options there.',
    )
  })

  test.each<[string, unknown, string]>([
    ['a string', 'recover', 'the options are "recover", not an object'],
    ['null', null, 'the options are null, not an object'],
    ['an array', [], 'the options are an array, not an object'],
    [
      'a misspelt option',
      { recovr: 1 },
      'there is no option "recovr"; there are "recover", "freezeTimeout", ',
    ],
    ['an inherited name', { toString: 1 }, 'there is no option "toString"'],
    ['a negative count', { recover: -1 }, 'the option "recover" cannot be -1'],
    ['half a count', { recover: 0.5 }, 'the option "recover" cannot be 0.5'],
    ['a count that is none', { recover: Number.NaN }, 'the option "recover" cannot be NaN'],
    ['a number as text', { freezeTimeout: '30s' }, 'the option "freezeTimeout" cannot be "30s"'],
    ['another reload', { reload: 'always' }, 'the option "reload" cannot be "always"'],
    ['sockets that are no object', { sockets: true }, 'the option "sockets" cannot be true'],
    [
      'a misspelt limit',
      { sockets: { maxPayloads: 1 } },
      'there is no option "sockets.maxPayloads"; there are "sockets.heartbeatInterval", ',
    ],
    [
      'a wrong limit',
      { sockets: { maxPayload: -1 } },
      'the option "sockets.maxPayload" cannot be -1',
    ],
    ['a function', { recover: () => 1 }, 'the option "recover" cannot be a function'],
  ])('options: %s', (_, options, expected) => {
    const error = thrownBy(() => untyped(preview(), options))
    expect(error).toBeInstanceOf(TypeError)
    expect(error.message).toContain(`[livetab] Check the second argument of livetab(): ${expected}`)
    expect(error.message).toMatch(/^[^\n]+\.$/)
  })
})

describe('right input', () => {
  test('keeps what the provider is', () => {
    const provider = playwright({ launchOptions: { slowMo: 1 } })
    const wrapped = livetab(provider)
    expect(wrapped).toMatchObject({ name: 'playwright', options: provider.options })
    expect(wrapped.supportedBrowser).toEqual(provider.supportedBrowser)
    expect(wrapped).not.toBe(provider)
  })

  test('gives all instances one and the same server, as Vitest demands', () => {
    expect(livetab(playwright()).serverFactory).toBe(livetab(playwright()).serverFactory)
  })

  test.each<LivetabOptions>([
    {},
    { recover: 0, freezeTimeout: 0, reload: 'rerun' },
    {
      sockets: {
        heartbeatInterval: 1000,
        heartbeatTolerance: 2,
        maxPayload: 1024,
        maxConnections: 10,
      },
    },
    { sockets: {} },
  ])('takes the options %j', (options) => {
    expect(livetab(preview(), options)).toMatchObject({ name: 'preview' })
  })

  test('leaves out what is undefined, as a conditional option is', () => {
    const options = { recover: undefined } as unknown as LivetabOptions
    expect(livetab(preview(), options)).toMatchObject({ name: 'preview' })
  })
})

test('the types say what it takes and gives', () => {
  expectTypeOf(livetab).parameter(0).toEqualTypeOf<BrowserProviderOption>()
  expectTypeOf(livetab).parameter(1).toEqualTypeOf<LivetabOptions | undefined>()
  expectTypeOf(livetab).returns.toEqualTypeOf<BrowserProviderOption>()
  expectTypeOf<LivetabOptions['recover']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<LivetabOptions['freezeTimeout']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<LivetabOptions['reload']>().toEqualTypeOf<'prompt' | 'rerun' | undefined>()
  expectTypeOf(playwright()).toExtend<Parameters<typeof livetab>[0]>()
  expectTypeOf(preview()).toExtend<Parameters<typeof livetab>[0]>()
  expectTypeOf<string>().not.toExtend<Parameters<typeof livetab>[0]>()
  expectTypeOf<{ recovr: number }>().not.toExtend<LivetabOptions>()
})

function thrownBy(run: () => unknown): Error {
  try {
    run()
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('nothing was thrown')
}
