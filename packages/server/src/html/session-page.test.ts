import { expect, test } from 'vitest'
import { renderSessionPage } from './session-page.ts'

test('nothing in the script can end its element', () => {
  const html = renderSessionPage('const a = "</script><!--"', 'nonce')
  expect(html.match(/<\/script>/g)).toHaveLength(1)
  expect(html).not.toContain('<!--')
})

test('the page says nothing but where to look, until it has asked', () => {
  const html = renderSessionPage('', 'nonce')
  const body = /<body>([^]*)<\/body>/.exec(html)?.[1] ?? ''
  const shown = body.replace(/<noscript>[^]*<\/noscript>/, '').replace(/<script[^]*<\/script>/, '')
  expect(shown.trim()).toBe('')
  expect(html).toContain('<html lang="en">')
  expect(html).toContain('name="color-scheme" content="light dark"')
})

test('it loads nothing from anywhere', () => {
  const html = renderSessionPage('', 'nonce')
  const addresses = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address)
  expect(addresses).toEqual(['data:,'])
})
