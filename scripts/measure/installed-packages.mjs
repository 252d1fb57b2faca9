import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

/**
 * What npm installed into a project: each package by its name and version, with the bytes of its files.
 *
 * @param {string} project
 * @returns {Map<string, number>}
 */
export function installedPackages(project) {
  const modules = join(project, 'node_modules')
  const manifests = globSync('**/package.json', { cwd: modules })
    .filter((path) => isPackage(dirname(path)))
    .toSorted()
  return new Map(
    manifests.map((path) => {
      const { name, version } = JSON.parse(readFileSync(join(modules, path), 'utf8'))
      return [`${name}@${version}`, bytesIn(join(modules, dirname(path)))]
    }),
  )
}

/** `a`, `@a/b`, `a/node_modules/b`, and not a folder inside of one. */
function isPackage(path) {
  const own = path.split(sep).join('/').split('node_modules/').at(-1)
  return /^(@[^/]+\/)?[^/]+$/.test(own)
}

/** Without the packages inside of it, which are counted by themselves. */
function bytesIn(folder) {
  return globSync('**', { cwd: folder, exclude: (path) => path === 'node_modules' })
    .map((path) => statSync(join(folder, path)))
    .filter((entry) => entry.isFile())
    .reduce((sum, { size }) => sum + size, 0)
}
