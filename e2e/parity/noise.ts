/** A blob is compared through the report that is made of it. */
export function withoutBlobs(file: string, content: string): string {
  return file.startsWith('blobs/') ? 'a blob' : content
}

export function withoutTimes(text: string): string {
  return text
    .replaceAll(/\b\d+(?:\.\d+)?m?s\b/g, '<time>')
    .replaceAll(/(?:Start at|Duration) .*/g, '<time>')
}
