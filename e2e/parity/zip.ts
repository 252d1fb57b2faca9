import { inflateRawSync } from 'node:zlib'

const centralHeader = 0x02014b50
const endHeader = 0x06054b50

/** Reads a zip archive: entry name → content. Enough for Playwright's traces. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const entries = new Map<string, Buffer>()
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || archive.readUInt32LE(end) !== endHeader) throw new Error('Not a zip archive.')
  let offset = archive.readUInt32LE(end + 16)
  while (archive.readUInt32LE(offset) === centralHeader) {
    const method = archive.readUInt16LE(offset + 10)
    const size = archive.readUInt32LE(offset + 20)
    const nameLength = archive.readUInt16LE(offset + 28)
    const extra = archive.readUInt16LE(offset + 30) + archive.readUInt16LE(offset + 32)
    const local = archive.readUInt32LE(offset + 42)
    const name = archive.toString('utf8', offset + 46, offset + 46 + nameLength)
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const packed = archive.subarray(start, start + size)
    entries.set(name, method === 0 ? packed : inflateRawSync(packed))
    offset += 46 + nameLength + extra
  }
  return entries
}
