import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { clientDirectory } from '@livetab/client'
import { inlineScript } from '@livetab/server'

let script: Promise<string> | undefined

/** What a tester's page needs to say which test it is in before the test can take the page down. */
export function announceTestsScript(): Promise<string> {
  script ??= readFile(join(clientDirectory, 'announce-tests.js'), 'utf8').then(
    // Names of ours must not become the page's.
    (code) => `(() => {${inlineScript(code)}})()`,
  )
  return script
}
