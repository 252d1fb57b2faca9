import type { ServerResponse } from 'node:http'

/** What every answer of ours has: never stored, never sniffed, never a referrer, readable by no other origin. */
export function protectAnswer(res: ServerResponse): void {
  res.setHeader('Cache-Control', 'no-store')
  res.setHeader('Referrer-Policy', 'no-referrer')
  res.setHeader('X-Content-Type-Options', 'nosniff')
  res.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
  // Vite lets every page of this machine read what it serves. What we serve is for our own pages.
  for (const name of res.getHeaderNames()) {
    if (name.startsWith('access-control-')) res.removeHeader(name)
  }
}

export function setPageHeaders(res: ServerResponse, status: number): void {
  res.statusCode = status
  protectAnswer(res)
  res.setHeader('Content-Type', 'text/html; charset=utf-8')
}

/** For pages that are only ever a tab of their own. */
export function forbidFraming(res: ServerResponse, policy: readonly string[] = []): void {
  res.setHeader(
    'Content-Security-Policy',
    ["frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'", ...policy].join('; '),
  )
  res.setHeader('X-Frame-Options', 'DENY')
  if (!res.hasHeader('Cross-Origin-Opener-Policy')) {
    res.setHeader('Cross-Origin-Opener-Policy', 'same-origin-allow-popups')
  }
}

/** Testers are framed by the orchestrator of the same origin. What else the user's policy says stays. */
export function allowOwnFrames(res: ServerResponse): void {
  res.removeHeader('X-Frame-Options')
  const policy = res.getHeader('Content-Security-Policy')
  const kept =
    typeof policy === 'string'
      ? policy
          .split(';')
          .map((directive) => directive.trim())
          .filter((directive) => directive && !/^frame-ancestors\b/i.test(directive))
      : []
  res.setHeader('Content-Security-Policy', [...kept, "frame-ancestors 'self'"].join('; '))
}
