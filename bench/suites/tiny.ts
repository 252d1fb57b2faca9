import { domTest, lines, padded, realmTest } from './source.ts'
import type { GeneratedSuite, Suite } from './suite.ts'

function generate(files: number): GeneratedSuite {
  const sources = new Map<string, string>()
  for (let index = 0; index < files; index += 1) {
    sources.set(
      `tests/tiny-${padded(index)}.test.ts`,
      lines(
        "import { expect, test } from 'vitest'",
        '',
        realmTest(),
        '',
        domTest('clicks a button', index),
      ),
    )
  }
  return { sources, config: {}, expected: { files, passed: files * 2, failed: 0 } }
}

export const tiny: Suite = {
  name: 'tiny',
  about: 'small files without imports: what a file costs by itself',
  files: { full: 300, short: 60 },
  generate,
}
