import process from 'node:process'
import { type Browser, chromium, expect, type Page, test } from '@playwright/test'
import { AttackTarget, type Knowledge } from './support/attack-target.ts'
import { attack, type Outcome } from './support/evil-script.ts'
import { EvilSite } from './support/evil-site.ts'

/** Names that lead to this machine in the attacker's browser, as with a name server of their own. */
const names = {
  'another site': 'evil.test',
  'another port': '127.0.0.1',
  'a name of this machine': 'evil.localhost',
}

/** Chromium asks before a public page may talk to this machine; here nothing but our server decides. */
const features = [
  'LocalNetworkAccessChecks',
  'BlockInsecurePrivateNetworkRequests',
  'PrivateNetworkAccessSendPreflights',
]

for (const provider of ['playwright', 'preview'] as const) {
  test.describe(`web pages of others, and a Vitest with ${provider}()`, () => {
    test.describe.configure({ mode: 'serial' })
    let target: AttackTarget
    let live: Knowledge
    let browser: Browser
    let evil: EvilSite

    test.beforeAll(async () => {
      test.setTimeout(120_000)
      target = await AttackTarget.start(provider)
      ;({ live } = await target.sessions())
      evil = await EvilSite.start()
      const executablePath = process.env['LIVETAB_CHROMIUM']
      browser = await chromium.launch({
        ...(executablePath ? { executablePath } : {}),
        args: [
          ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
          '--host-resolver-rules=MAP evil.test 127.0.0.1, MAP rebound.test 127.0.0.1',
          `--disable-features=${features.join(',')}`,
        ],
      })
    })

    test.afterAll(async () => {
      await browser.close()
      await evil[Symbol.asyncDispose]()
      await target[Symbol.asyncDispose]()
    })

    for (const [who, host] of Object.entries(names)) {
      test(`a page of ${who} gets in by no way, even if it knows everything`, async () => {
        test.setTimeout(90_000)
        const page = await browser.newPage()
        const answers = recordAnswers(page, live.origin)
        await page.goto(evil.address(host))
        const outcome = await page.evaluate(attack, live)
        expect(outcome).toEqual(nothing(outcome))
        expect(Object.keys(outcome).length).toBeGreaterThan(15)
        // A link may be followed to a page that explains itself; everything else is refused.
        expect(answers().filter((answer) => !/^(?:40\d|410) /.test(answer))).toEqual([])
        // Of some, a browser tells its page and its tools nothing at all.
        expect(answers().length).toBeGreaterThan(2)
        await page.context().close()
      })
    }

    test('a page that rebinds its name to this server is refused before it is a page', async () => {
      const { port } = new URL(live.origin)
      const page = await browser.newPage()
      const response = await page.goto(
        `http://rebound.test:${port}/__vitest_test__/?sessionId=${live.sessionId}`,
      )
      expect(response?.status()).toBe(403)
      const rebound = { ...live, origin: `http://rebound.test:${port}` }
      await page.goto(evil.address('rebound.test'))
      const outcome = await page.evaluate(attack, rebound)
      expect(outcome).toEqual(nothing(outcome))
      // From a page of the same name and port nothing is another origin any more.
      await page.route('**/trap', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<body></body>' }),
      )
      await page.goto(`${rebound.origin}/trap`)
      const sameOrigin = await page.evaluate(attack, rebound)
      const { popup, ...others } = sameOrigin
      expect(popup).toBe('')
      for (const [attempt, result] of Object.entries(others)) {
        // Vite says which name it does not know.
        if (!result.includes('rebound.test')) expect([attempt, result]).toEqual([attempt, ''])
        for (const secret of [live.token, live.testerId]) expect(result).not.toContain(secret)
      }
      await page.context().close()
    })

    test('a page of the same origin that does not know the session cannot drive its tab', async () => {
      const page = await browser.newPage()
      await page.goto(`${live.origin}/plain.html`)
      await page.evaluate(() => {
        for (const name of ['vitest', 'vitest:', 'vitest:undefined', 'vitest:none', 'livetab']) {
          const channel = new BroadcastChannel(name)
          for (const event of [
            'execute',
            'cleanup',
            'prepare',
            'viewport',
            'ready',
            'response:execute',
          ]) {
            channel.postMessage({
              event,
              iframeId: '__vitest_all__',
              messageId: 0,
              width: 1,
              height: 1,
              error: 'x',
            })
          }
          channel.close()
        }
      })
      // The way is open; it is the other origins that are turned away.
      const state = `/__vitest_test__/state?sessionId=${live.sessionId}`
      expect(await page.evaluate(async (url) => (await fetch(url)).text(), state)).toBe(
        '{"state":"in-use"}',
      )
      expect(
        await page.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length]),
      ).toEqual(['', 0, 0])
      await page.context().close()
    })

    test('the run is as it was, and the next one is as good', async () => {
      test.setTimeout(90_000)
      await target.expectUntouched()
    })
  })
}

function nothing(outcome: Outcome): Outcome {
  return Object.fromEntries(Object.keys(outcome).map((attempt) => [attempt, '']))
}

/** What the server said to everything that the page and its pop-ups asked of it. */
function recordAnswers(page: Page, origin: string): () => string[] {
  const answers: string[] = []
  page.context().on('response', (response) => {
    if (response.url().startsWith(origin))
      answers.push(`${response.status()} ${new URL(response.url()).pathname}`)
  })
  return () =>
    answers.filter(
      (answer) => !answer.endsWith('/__vitest_test__/state') || !answer.startsWith('200'),
    )
}
