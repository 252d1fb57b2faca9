const node = '^22.12.0 || >=24.0.0'
const neverPublished = /(^src\/|\.test\.|\.map$|tsconfig|vite\.config|\.tgz$)/

/**
 * What a package must say about itself, and what must not be in it.
 *
 * @param {Record<string, any>} manifest as it is published
 * @param {string[]} files all that is in the tarball
 */
export function manifestProblems(manifest, files) {
  const problems = []
  const demand = (holds, problem) => {
    if (!holds) problems.push(`package.json: ${problem}`)
  }
  demand(manifest.type === 'module', '"type" is not "module"')
  demand(manifest.license === 'MIT', '"license" is not "MIT"')
  demand(manifest.description, 'there is no "description"')
  demand(manifest.keywords?.length > 0, 'there are no "keywords"')
  demand(manifest.engines?.node === node, `"engines.node" is not "${node}"`)
  demand(manifest.sideEffects === false, '"sideEffects" is not false')
  demand(manifest.publishConfig?.access === 'public', '"publishConfig.access" is not "public"')
  demand(manifest.publishConfig?.provenance === true, '"publishConfig.provenance" is not true')
  for (const [name, target] of Object.entries(manifest.exports ?? {})) {
    if (name === './package.json') continue
    const conditions = Object.keys(target).join()
    demand(
      conditions === 'types,default',
      `"exports" of "${name}" has the conditions ${conditions}`,
    )
  }
  for (const hook of ['preinstall', 'install', 'postinstall']) {
    demand(!manifest.scripts?.[hook], `there is a script "${hook}"`)
  }
  for (const [name, range] of Object.entries({
    ...manifest.dependencies,
    ...manifest.peerDependencies,
  })) {
    demand(!/^(workspace|file|link):/.test(range), `"${name}" is "${range}"`)
  }
  for (const file of ['LICENSE', 'README.md']) {
    if (!files.includes(file)) problems.push(`there is no ${file}`)
  }
  for (const file of files) {
    if (neverPublished.test(file)) problems.push(`${file} is published`)
  }
  return problems
}
