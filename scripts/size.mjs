import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureSize, totalBytes } from './measure/measure-size.mjs'
import { packPackages } from './measure/pack-packages.mjs'
import { needs, setup } from './setup.mjs'
import { argumentsOrHelp } from './setup/help.mjs'

argumentsOrHelp(`
npm run size

Installs Vitest's browser mode into an empty folder, then the packed packages, and says what those
added. docs/packages.md has the figures; npm test compares them.
`)

await setup(needs.build)
const folder = mkdtempSync(join(tmpdir(), 'livetab-packed-'))
const { before, added } = await measureSize(await packPackages(folder)).finally(() => {
  rmSync(folder, { recursive: true })
})
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(0)} kB`
for (const [name, bytes] of added) console.log(`${kilobytes(bytes).padStart(9)}  ${name}`)
console.log(`${kilobytes(totalBytes(added)).padStart(9)}  in ${added.size} packages, added to`)
console.log(`${kilobytes(totalBytes(before)).padStart(9)}  in ${before.size}`)
