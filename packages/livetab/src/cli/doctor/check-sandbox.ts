import process from 'node:process'
import type { BrowserProject } from './browser-project.ts'
import { type Finding, ok, todo } from './finding.ts'

/** Chromium refuses to start its sandbox for root, which is what most containers run as. */
export function checkSandbox(projects: readonly BrowserProject[]): Finding {
  const subject = 'sandbox'
  if (process.getuid?.() !== 0) return ok(subject, 'not running as root')
  for (const { provider, options, name, browsers } of projects) {
    if (provider === 'playwright' && wantsSandbox(options['launchOptions'])) {
      return todo(
        subject,
        `running as root, and "${name}" asks for Chromium's sandbox`,
        'Leave out `chromiumSandbox`, or run as another user.',
      )
    }
    if (provider === 'webdriverio' && browsers.includes('chrome') && !passesNoSandbox(options)) {
      return todo(
        subject,
        `running as root, and "${name}" does not pass "--no-sandbox"`,
        'Add it to `capabilities["goog:chromeOptions"].args`, or run as another user.',
      )
    }
  }
  return ok(subject, 'running as root; browsers start without it')
}

function wantsSandbox(launchOptions: unknown): boolean {
  return Reflect.get(Object(launchOptions), 'chromiumSandbox') === true
}

function passesNoSandbox(options: Readonly<Record<string, unknown>>): boolean {
  const chrome: unknown = Reflect.get(Object(options['capabilities']), 'goog:chromeOptions')
  const args: unknown = Reflect.get(Object(chrome), 'args')
  return Array.isArray(args) && args.some((arg) => /^(--)?no-sandbox$/.test(String(arg)))
}
