import { expect, test } from 'vitest'
import { passFile } from '../testing/report-file.ts'
import { startRaw } from '../testing/running-vitest.ts'
import { fillPlaceholders } from './injector.ts'

const hostile = `</script><script>pwned()</script><!--<script>\u2028\u2029'"\`{__VITEST_API_TOKEN__}$&$1`

test('what a placeholder is filled with is never filled in itself', () => {
  const filled = fillPlaceholders('{ __VITEST_CONFIG__ } {__VITEST_OTHER__}', {
    __VITEST_CONFIG__: '{ __VITEST_TYPE__ } $& $1',
    __VITEST_TYPE__: 'filled twice',
  })
  expect(filled).toBe('{ __VITEST_TYPE__ } $& $1 {__VITEST_OTHER__}')
})

test('names, settings, provided values and traces are data in every page, whatever they contain', async () => {
  const pages: string[] = []
  await using running = await startRaw({
    config: {
      name: `x ${hostile}`,
      provide: { [hostile]: hostile },
      env: { HOSTILE: hostile },
      browser: { instances: [{ browser: 'chromium', name: hostile }] },
    },
    run: async (page, options) => {
      const { slot } = running.session.meta
      Object.assign(slot, { otelCarrier: { [hostile]: hostile } })
      pages.push(page.html)
      await passFile(page, options)
    },
  })
  await running.vitest.start()

  const [html = ''] = pages
  expect(html).toContain('pwned()')
  expect(html).not.toContain('</script><script>pwned')
  expect(html).not.toContain('<!--<script>')
  expect(html).not.toMatch(/[\u2028\u2029]/)
  // The token stands where the page keeps it and nowhere that a name put it.
  expect(html.split(running.vitest.config.api.token)).toHaveLength(2)
  expect(running.browser.page.config.name).toBe(hostile)
})
