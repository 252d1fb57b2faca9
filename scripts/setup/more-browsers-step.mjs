import { canUseApt, installWithApt } from './apt.mjs'
import { findCommand } from './find-command.mjs'
import { readStamp, writeStamp } from './stamp.mjs'

/** Debian's package for each command that some specs use where it is installed. */
const wanted = { 'firefox-esr': 'firefox-esr', chromedriver: 'chromium-driver' }

const oneDay = 24 * 60 * 60_000

/** Nice to have for the tests: a second engine and a WebDriver. Never a reason to stop. */
export const moreBrowsersStep = {
  name: 'more browsers',

  find() {
    if (missing().length === 0 || !canUseApt()) return {}
    // One that could not be installed is not asked for again at every run.
    const triedAt = Number(readStamp('more-browsers')?.triedAt ?? 0)
    return Date.now() - triedAt < oneDay ? {} : undefined
  },

  doing() {
    return `installing ${missing().join(' and ')} for more tests`
  },

  async work() {
    const names = missing()
    const result = await installWithApt(names)
    writeStamp('more-browsers', { triedAt: String(Date.now()) })
    if (result.ok) return undefined
    return `could not install ${names.join(' and ')}; the tests that use them will say so`
  },
}

function missing() {
  return Object.entries(wanted)
    .filter(([command]) => findCommand(command) === undefined)
    .map(([, name]) => name)
}
