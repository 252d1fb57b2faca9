import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec'

/** What the call of an imported function becomes. */
const wrappedCallee = /\(0,__vite_ssr_import_\d+__\.[\w$]+\)\(/g

/**
 * The place of a test is where `test` is called. Vitest looks it up one column to the right: still inside
 * `test(`, but behind `(0,module.test)(`. This leads that column back to the callee.
 */
export function mapCallees(code: string, mappings: string): string {
  const lines = code.split('\n')
  const decoded = decode(mappings)
  for (const [index, segments] of decoded.entries()) {
    for (const match of (lines[index] ?? '').matchAll(wrappedCallee)) {
      const callee = segments.findLast((segment) => segment[0] <= match.index)
      if (callee)
        insert(segments, callee.with(0, match.index + match[0].length) as SourceMapSegment)
    }
  }
  return encode(decoded)
}

/** What was mapped at the column starts one later. */
function insert(segments: SourceMapSegment[], segment: SourceMapSegment): void {
  const [column] = segment
  const found = segments.findIndex((other) => other[0] >= column)
  const at = found === -1 ? segments.length : found
  const moved = segments[at]?.[0] === column && segments[at + 1]?.[0] !== column + 1
  if (moved) segments[at] = segments[at]?.with(0, column + 1) as SourceMapSegment
  segments.splice(at, !moved && segments[at]?.[0] === column ? 1 : 0, segment)
}
