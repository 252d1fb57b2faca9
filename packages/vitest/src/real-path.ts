import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'pathe'

/**
 * Where a path leads once all links are followed, also for a file that is yet to be written.
 * Undefined for a link that leads nowhere: writing to it would create what it names.
 */
export function realPath(path: string): string | undefined {
  let current = path
  let missing = ''
  for (;;) {
    try {
      return join(slashed(realpathSync.native(current)), missing)
    } catch {
      if (isLink(current)) return undefined
      const parent = dirname(current)
      if (parent === current) return undefined
      missing = missing ? join(basename(current), missing) : basename(current)
      current = parent
    }
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

function slashed(path: string): string {
  return path.replaceAll('\\', '/')
}
