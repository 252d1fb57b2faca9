import { open } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { protectAnswer, sendStatus } from '@livetab/server'
import type { FileType } from './file-types.ts'

/** Sends one file. What is no file is not there. */
export async function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  file: string,
  type: FileType,
  policy: string,
): Promise<void> {
  const handle = await open(file, 'r').catch(() => undefined)
  const stats = await handle?.stat()
  if (!handle || !stats?.isFile()) {
    await handle?.close()
    sendStatus(res, 404)
    return
  }
  res.statusCode = 200
  protectAnswer(res)
  res.setHeader('Content-Type', type.contentType)
  res.setHeader('Content-Length', stats.size)
  res.setHeader('Content-Security-Policy', policy)
  if (!type.inline) res.setHeader('Content-Disposition', 'attachment')
  if (req.method === 'HEAD' || stats.size === 0) {
    await handle.close()
    res.end()
    return
  }
  const content = handle.createReadStream({ end: stats.size - 1 })
  // Whoever leaves in the middle gets no more of it, and the file is closed.
  await pipeline(content, res).catch(() => undefined)
}
