import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Variant } from '../cli/variants.ts'
import type { GeneratedSuite } from './suite.ts'

const suitesFolder = fileURLToPath(new URL('../.suites/', import.meta.url))
const cacheFolder = '.cache'

export function configFile(kind: Variant['kind']): string {
  return `vitest.${kind}.config.ts`
}

/** Writes a suite, replacing what was there except Vite's cache. Returns its folder. */
export function writeSuite(name: string, suite: GeneratedSuite): string {
  const folder = join(suitesFolder, name)
  mkdirSync(folder, { recursive: true })
  for (const entry of readdirSync(folder))
    if (entry !== cacheFolder) rmSync(join(folder, entry), { recursive: true })
  for (const [file, source] of suite.sources) {
    const path = join(folder, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, source)
  }
  const options = JSON.stringify(suite.config, null, 2)
  const imports = "import { suiteConfig } from '../../child/config.ts'\n"
  writeFileSync(
    join(folder, configFile('stock')),
    `${imports}\nexport default suiteConfig(${options})\n`,
  )
  // Only this side imports Livetab: the stock side must not pay for loading it.
  writeFileSync(
    join(folder, configFile('livetab')),
    `${imports}import { livetab } from 'livetab'\n\nexport default suiteConfig(${options}, livetab)\n`,
  )
  return folder
}

/** Forgets the dependencies that Vite optimised, so that the next run starts cold. */
export function clearCache(folder: string): void {
  rmSync(join(folder, cacheFolder), { recursive: true, force: true })
}

/** Removes what a run wrote (screenshots of failed tests, reports). */
export function clearOutput(folder: string): void {
  for (const entry of ['.vitest', 'tests/__screenshots__'])
    rmSync(join(folder, entry), { recursive: true, force: true })
}
