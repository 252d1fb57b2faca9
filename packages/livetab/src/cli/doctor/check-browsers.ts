import process from 'node:process'
import type { PackageManager } from '../package-manager.ts'
import { missingPackages } from '../packages.ts'
import type { Project } from '../project.ts'
import { isProviderName, providers } from '../providers.ts'
import type { BrowserProject } from './browser-project.ts'
import { type Finding, note, ok, todo } from './finding.ts'
import { launchPlaywright, launchWebdriverIo } from './launch-browser.ts'

/** Whether each browser of a project is there and starts. */
export async function checkBrowsers(
  project: Project,
  browserProject: BrowserProject,
  manager: PackageManager,
): Promise<Finding[]> {
  const { provider, browsers } = browserProject
  if (!isProviderName(provider)) {
    return browsers.map((name) => note(name, `"${provider}" starts it; that was not tried`))
  }
  if (provider === 'preview') return [checkDesk()]
  const { tool } = providers[provider]
  const missing = missingPackages(project, [tool])
  if (missing.length > 0) return [todo(tool, 'is not installed', manager.add(missing).text)]
  const findings: Finding[] = []
  for (const name of browsers)
    findings.push(await tryBrowser(project, browserProject, name, manager))
  return findings
}

async function tryBrowser(
  project: Project,
  browserProject: BrowserProject,
  name: string,
  manager: PackageManager,
): Promise<Finding> {
  const launch = browserProject.provider === 'playwright' ? launchPlaywright : launchWebdriverIo
  const started = performance.now()
  try {
    const version = await launch(project, browserProject, name)
    return ok(
      name,
      `${version}, launched in ${((performance.now() - started) / 1000).toFixed(1)} s`,
    )
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return todo(name, `does not start: ${essence(reason)}`, adviceFor(name, reason, manager))
  }
}

function adviceFor(name: string, reason: string, manager: PackageManager): string {
  if (reason.includes("Executable doesn't exist")) return manager.run('playwright', 'install', name)
  if (/missing (system )?dependencies|shared libraries/i.test(reason)) {
    return manager.run('playwright', 'install-deps', name)
  }
  if (/sandbox/i.test(reason)) {
    return 'Chromium refuses its sandbox to root and in some containers: leave out `chromiumSandbox`, or pass "--no-sandbox".'
  }
  if (/DISPLAY|X server|Missing X/i.test(reason))
    return 'Set `test.browser.headless: true`: there is no screen here.'
  return "Try it with the same options in a script of your own; the words are the browser's."
}

/** The first line that says something, without the box that Playwright draws. */
function essence(reason: string): string {
  const lines = reason.split('\n').map((line) => line.replaceAll(/[╔╗╚╝║═]/g, '').trim())
  const text = lines.find((line) => line !== '') ?? reason
  return text.replace(/^\w+\.launch: /, '')
}

/** A person's own browser is theirs to start. */
function checkDesk(): Finding {
  const subject = 'preview'
  if (process.env['CI']) {
    return todo(
      subject,
      'nobody watches a tab in CI',
      'Use `playwright()` or `webdriverio()` there.',
    )
  }
  const hasScreen =
    process.platform !== 'linux' || process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']
  if (hasScreen) return ok(subject, 'opens in your own browser')
  return note(
    subject,
    'there is no screen here',
    'Open the link that Vitest prints, wherever your browser is.',
  )
}
