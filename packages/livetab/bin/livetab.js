#!/usr/bin/env node
// Readable by any Node that can load it at all, so that an old one gets an answer and not a stack.
import process from 'node:process'

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 22 || major === 23 || (major === 22 && minor < 12)) {
  process.stderr.write(
    `Livetab needs Node 22.12 or newer, or 24; this is ${process.versions.node}. Get one at https://nodejs.org.\n`,
  )
  process.exit(1)
}

const { main } = await import('../dist/cli.js')
process.exitCode = await main(process.argv.slice(2))
