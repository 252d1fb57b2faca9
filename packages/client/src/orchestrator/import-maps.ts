/** Browsers differ in whether an import map counts once modules were loaded; mocks depend on it. */
export function supportsLateImportMaps(): boolean {
  const specifier = '__livetab_import_map_probe__'
  const script = document.createElement('script')
  script.type = 'importmap'
  script.textContent = JSON.stringify({ imports: { [specifier]: `/${specifier}` } })
  document.head.append(script)
  try {
    import.meta.resolve(specifier)
    return true
  } catch {
    return false
  } finally {
    script.remove()
  }
}
