import { request } from 'node:http'
import { expect, test } from 'vitest'
import { Wire } from './testing/wire.ts'
import { passFile } from './testing/report-file.ts'
import { startRaw } from './testing/running-vitest.ts'

interface Answer {
  readonly status: number | undefined
  readonly body: string
}

/** Not `fetch`: a stranger may send any header. */
function ask(url: URL, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { method, headers, agent: false }, (response) => {
      let body = ''
      response.on('data', (chunk) => (body += String(chunk)))
      response.on('end', () => {
        resolve({ status: response.statusCode, body })
      })
    })
    asking.on('error', reject)
    asking.end()
  })
}

test('invariant 9: strangers get an answer, and the run does not notice them', async () => {
  const answers: Answer[] = []
  const refused: string[] = []
  await using running = await startRaw({
    run: async (page, options) => {
      const { origin } = page
      const url = (path: string): URL => new URL(path, origin)
      answers.push(
        await ask(url(`/__vitest_test__/?sessionId=${page.sessionId}`)),
        await ask(url('/__vitest_test__/?sessionId=nobody')),
        await ask(url('/?sessionId=nobody&iframeId=x')),
        await ask(url(`/__vitest_test__/state?sessionId=${page.sessionId}`), {
          origin: 'http://evil.test',
        }),
        await ask(url('/__vitest_test__/rerun'), { origin: 'http://evil.test' }, 'POST'),
        await ask(url('/__vitest_test__/'), { host: 'evil.test' }),
      )
      for (const query of [
        '',
        '?type=tester&sessionId=nobody',
        `?type=orchestrator&sessionId=${page.sessionId}`,
      ]) {
        const socket = url(`/__vitest_browser_api__${query}`)
        socket.protocol = 'ws:'
        await new Wire(socket).open().catch((error: unknown) => refused.push(String(error)))
      }
      await passFile(page, options)
    },
  })
  const { testModules, unhandledErrors } = await running.vitest.start()

  expect(answers.map((answer) => answer.status)).toEqual([409, 410, 410, 403, 403, 403])
  expect(refused).toEqual(Array(3).fill('Error: refused'))
  for (const { body } of answers) {
    expect(body).not.toContain(running.root)
    expect(body).not.toContain(running.vitest.config.api.token)
    expect(body).not.toContain(running.browser.page.sessionId)
  }
  expect(testModules.map((module) => module.state())).toEqual(['passed'])
  expect(unhandledErrors).toEqual([])
  expect(running.output).not.toMatch(/refused|evil|nobody/)
})
