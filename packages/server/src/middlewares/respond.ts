import type { ServerResponse } from 'node:http'
import { protectAnswer } from '../html/headers.ts'

/** A refusal says nothing but its status, and ends the connection. */
export function sendStatus(res: ServerResponse, status: number): void {
  res.statusCode = status
  protectAnswer(res)
  res.setHeader('Content-Type', 'text/plain; charset=utf-8')
  // HTTP/2 has no such header and ends the stream by itself.
  if (res.req.httpVersionMajor === 1) res.setHeader('Connection', 'close')
  res.end()
}

export function sendJson(res: ServerResponse, status: number, body: unknown): void {
  res.statusCode = status
  protectAnswer(res)
  res.setHeader('Content-Type', 'application/json; charset=utf-8')
  res.end(JSON.stringify(body))
}
