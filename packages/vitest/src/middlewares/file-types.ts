/** How a file is shown, by its name alone: what a request or a test says about it counts for nothing. */
export interface FileType {
  readonly contentType: string
  /** Whether a browser may show it. Everything else it may only save. */
  readonly inline: boolean
}

const text = 'text/plain; charset=utf-8'

/** Nothing in here can run in our origin; SVG is served without scripts. */
const attachments: Record<string, string> = {
  avif: 'image/avif',
  bmp: 'image/bmp',
  csv: text,
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json; charset=utf-8',
  log: text,
  md: text,
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  ogg: 'audio/ogg',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: text,
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
}

/** A coverage report is a site of its own. */
const report: Record<string, string> = {
  ...attachments,
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  js: 'text/javascript; charset=utf-8',
}

export const attachmentType = (file: string): FileType => typeOf(file, attachments)
export const reportType = (file: string): FileType => typeOf(file, report)

function typeOf(file: string, known: Record<string, string>): FileType {
  const extension = /\.([^./\\]+)$/.exec(file)?.[1]?.toLowerCase() ?? ''
  const contentType = Object.hasOwn(known, extension) ? known[extension] : undefined
  return contentType
    ? { contentType, inline: true }
    : { contentType: 'application/octet-stream', inline: false }
}
