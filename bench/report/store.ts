import { mkdirSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const resultsFolder = new URL('../results/', import.meta.url)

/** Writes `bench/results/<name>.<extension>` for every text given, and says where. */
export function storeResults(name: string, texts: Record<string, string>): void {
  mkdirSync(resultsFolder, { recursive: true })
  for (const [extension, text] of Object.entries(texts)) {
    const file = fileURLToPath(new URL(`${name}.${extension}`, resultsFolder))
    writeFileSync(file, text)
    console.log(`Stored ${relative(process.cwd(), file)}`)
  }
}
