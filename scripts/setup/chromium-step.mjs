import process from 'node:process'
import { canUseApt, installWithApt } from './apt.mjs'
import { findCommand, isExecutable } from './find-command.mjs'
import { packageBin } from './package-bin.mjs'
import { runCommand } from './run-command.mjs'
import { SetupError } from './setup-error.mjs'
import { readStamp, writeStamp } from './stamp.mjs'

const fetching = 5 * 60_000

const commandNames = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
]

const applications = {
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  ],
}

/** Finds a Chromium that starts, or fetches one; children get its path as LIVETAB_CHROMIUM. */
export const chromiumStep = {
  name: 'Chromium',

  find(context) {
    const path = process.env.LIVETAB_CHROMIUM || readStamp('chromium')?.path
    if (!path || !isExecutable(path)) return undefined
    return { env: { ...context.env, LIVETAB_CHROMIUM: path } }
  },

  doing() {
    return 'looking for Chromium, fetching it if there is none'
  },

  async work(context) {
    if (process.env.LIVETAB_CHROMIUM) {
      throw new SetupError(
        `LIVETAB_CHROMIUM is "${process.env.LIVETAB_CHROMIUM}", and there is no program at that path.`,
        'Set it to the full path of a Chromium or Chrome, or unset it to let set-up look for one.',
      )
    }
    const tried = []
    const path =
      (await findOne(context, tried)) ??
      (await fetchWithPlaywright(context, tried)) ??
      (await fetchWithApt(context, tried))
    if (!path) {
      throw new SetupError(
        tried.join('\n'),
        'Install Chromium or Chrome, or set LIVETAB_CHROMIUM to the full path of one, then run the command again.',
      )
    }
    writeStamp('chromium', { path })
  },
}

async function findOne(context, tried) {
  const candidates = [
    await playwrightsOwn(context),
    ...commandNames.map(findCommand),
    ...(applications[process.platform] ?? []),
  ]
  for (const path of candidates) {
    if (!path || !isExecutable(path)) continue
    const result = await runCommand(path, ['--version'], { timeout: 30_000 })
    if (result.ok) return path
    tried.push(result.summary)
  }
  tried.push(`looked for Playwright's own, ${commandNames.join(', ')}`)
  return undefined
}

async function playwrightsOwn({ node, env }) {
  const code = "import('playwright').then((p) => console.log(p.chromium.executablePath()))"
  const result = await runCommand(node, ['-e', code], { env })
  return result.ok ? result.output.trim() : undefined
}

async function fetchWithPlaywright(context, tried) {
  const args = [packageBin('playwright'), 'install', 'chromium']
  const result = await runCommand(context.node, args, { env: context.env, timeout: fetching })
  if (!result.ok) tried.push(result.summary)
  return result.ok ? findOne(context, tried) : undefined
}

async function fetchWithApt(context, tried) {
  if (!canUseApt()) {
    tried.push('apt-get was not tried: it needs a Debian-like system and root')
    return undefined
  }
  const result = await installWithApt(['chromium'])
  if (!result.ok) tried.push(result.summary)
  return result.ok ? findOne(context, tried) : undefined
}
