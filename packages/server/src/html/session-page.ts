import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { inlineScript } from './escape.ts'
import { forbidFraming, setPageHeaders } from './headers.ts'

/**
 * The page of a session that cannot be served. It is the same for every reader and every reason:
 * what may be told, and to whom, the page asks for itself.
 */
export function renderSessionPage(script: string, nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Vitest session</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>This Vitest session has ended, or is open in another tab. Look at the terminal where Vitest runs for its link.</noscript>
<script type="module" nonce="${nonce}">${inlineScript(script)}</script>
</body>
</html>
`
}

export type SendSessionPage = (res: ServerResponse, status: number) => Promise<void>

/** Reads the page's script once; later pages cost nothing but a nonce. */
export function createSessionPage(scriptFile: string): SendSessionPage {
  let script: Promise<string> | undefined
  return async (res, status) => {
    script ??= readFile(scriptFile, 'utf8')
    const code = await script
    const nonce = randomBytes(16).toString('base64')
    setPageHeaders(res, status)
    forbidFraming(res, [
      "default-src 'none'",
      `script-src 'nonce-${nonce}'`,
      "connect-src 'self'",
      'img-src data:',
      "form-action 'self'",
    ])
    res.end(renderSessionPage(code, nonce))
  }
}
