import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

interface OwnPackage {
  readonly version: string
  readonly engines: { readonly node: string }
  readonly peerDependencies: { readonly vitest: string }
}

/** Livetab's own package.json: what it is and what it needs. */
export function ownPackage(): OwnPackage {
  const file = fileURLToPath(import.meta.resolve('livetab/package.json'))
  return JSON.parse(readFileSync(file, 'utf8')) as OwnPackage
}
