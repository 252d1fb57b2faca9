import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { passFile } from '../testing/report-file.ts'
import { type RunningVitest, startRaw } from '../testing/running-vitest.ts'

const secret = 'nobody outside may read this'

function outsideFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'livetab-outside-')))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  writeFileSync(join(folder, 'secret.png'), secret)
  return folder
}

function get(
  running: RunningVitest,
  path: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  const { origin } = new URL(running.project.vite.resolvedUrls?.local[0] ?? '')
  return fetch(`${origin}${path}`, { headers })
}

function attachment(running: RunningVitest, path: string, token?: string): string {
  const query = new URLSearchParams({
    path,
    contentType: 'text/html',
    token: token ?? running.vitest.config.api.token,
  })
  return `/__vitest_attachment__?${query.toString()}`
}

test('attachments are what their names say, whatever the request says', async () => {
  await using running = await startRaw({
    prepare(root) {
      for (const file of ['a.png', 'a.svg', 'a.html', 'a.txt', 'a', 'empty.png', '100% #?.png']) {
        writeFileSync(join(root, file), file === 'empty.png' ? '' : '<script>pwned()</script>')
      }
    },
    run: passFile,
  })
  await running.vitest.start()
  const types: Record<string, string | null> = {}
  for (const file of ['a.png', 'a.svg', 'a.html', 'a.txt', 'a', 'empty.png', '100% #?.png']) {
    const response = await get(running, attachment(running, running.path(file)))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*; sandbox$/,
    )
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    types[file] = [
      response.headers.get('content-type'),
      response.headers.get('content-disposition'),
    ]
      .filter(Boolean)
      .join(', ')
    await response.text()
  }
  expect(types).toEqual({
    'a.png': 'image/png',
    'a.svg': 'image/svg+xml',
    'a.html': 'application/octet-stream, attachment',
    'a.txt': 'text/plain; charset=utf-8',
    a: 'application/octet-stream, attachment',
    'empty.png': 'image/png',
    '100% #?.png': 'image/png',
  })
})

test('attachments are served inside of the rules only, and with the token only', async () => {
  const outside = outsideFolder()
  await using running = await startRaw({
    prepare(root) {
      writeFileSync(join(root, 'a.png'), 'inside')
      writeFileSync(join(root, '.env'), secret)
      symlinkSync(join(outside, 'secret.png'), join(root, 'linked.png'))
      symlinkSync(outside, join(root, 'linked'))
    },
    run: passFile,
  })
  await running.vitest.start()
  const paths = [
    join(outside, 'secret.png'),
    `${running.root}/../${outside}/secret.png`,
    `${running.root}/?/../..${outside}/secret.png`,
    String.raw`${running.root}\?\..\..${outside}/secret.png`,
    running.path('linked.png'),
    running.path('linked/secret.png'),
    running.path('.env'),
    running.path('.env/'),
    running.path('missing.png'),
    running.root,
    'a.png',
    '',
    `${running.path('a.png')}\0`,
    encodeURIComponent(join(outside, 'secret.png')),
    String.raw`\\server\share\secret.png`,
  ]
  for (const path of paths) {
    const response = await get(running, attachment(running, path))
    expect([path, response.status]).toEqual([path, 404])
    expect(await response.text()).toBe('')
  }
  const own = running.path('a.png')
  expect((await get(running, attachment(running, own, 'x'))).status).toBe(401)
  expect((await get(running, attachment(running, own, ''))).status).toBe(401)
  const foreign = { origin: 'http://evil.example' }
  expect((await get(running, attachment(running, own), foreign)).status).toBe(403)
  expect(
    (await get(running, attachment(running, own), { 'sec-fetch-site': 'same-site' })).status,
  ).toBe(403)
  expect(await (await get(running, attachment(running, own))).text()).toBe('inside')
})

test('the coverage report is for the browser that holds a session', async () => {
  const outside = outsideFolder()
  const report = '/__vitest_test__/coverage'
  await using running = await startRaw({
    prepare(root) {
      mkdirSync(join(root, 'html', 'src'), { recursive: true })
      mkdirSync(join(root, 'html-beside'))
      writeFileSync(join(root, 'html', 'index.html'), '<h1>All files</h1>')
      writeFileSync(join(root, 'html', 'base.css'), 'h1 {}')
      writeFileSync(join(root, 'html', 'src', 'a.ts.html'), '<pre>source</pre>')
      writeFileSync(join(root, 'html-beside', 'index.html'), secret)
      symlinkSync(outside, join(root, 'html', 'linked'))
    },
    config: { coverage: { enabled: false, htmlDir: 'html' } },
    run: passFile,
  })
  await running.vitest.start()
  const { cookie } = running.browser.page
  const { session } = running
  const status = async (
    path: string,
    headers: Record<string, string> = { cookie },
  ): Promise<number> => (await get(running, `${report}${path}`, headers)).status

  const page = await get(running, `${report}/index.html`, { cookie })
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
  expect(await page.text()).toContain('All files')
  expect(await status('/')).toBe(200)
  expect(await status('/base.css')).toBe(200)
  expect(await status('/src/a.ts.html')).toBe(200)

  for (const path of [
    '/missing.html',
    '/linked/secret.png',
    '/..%2fhtml-beside/index.html',
    '/%2e%2e/html-beside/index.html',
    String.raw`/..%5chtml-beside%5cindex.html`,
    '/%2fetc/hostname',
    '/index.html%00',
    '/%',
    '/src',
  ]) {
    expect([path, await status(path)]).toEqual([path, 404])
  }
  expect(await status('/index.html', {})).toBe(403)
  expect(await status('/index.html', { cookie: cookie.replace(/=.*/, `=${'x'.repeat(32)}`) })).toBe(
    403,
  )
  expect(await status('/index.html', { cookie, 'sec-fetch-site': 'cross-site' })).toBe(403)
  session.close('closed')
  expect(await status('/index.html')).toBe(403)
})
