import { type ProviderName, providers } from '../providers.ts'

/** For a configuration that has a provider somewhere. */
export const wrapPaste = `import { livetab } from 'livetab'

// around your provider, wherever it is made:
provider: livetab(yourProvider),
`

export function browserLines(provider: ProviderName): string[] {
  return [
    'browser: {',
    '  enabled: true,',
    ...(provider === 'preview' ? [] : ['  headless: true,']),
    `  provider: livetab(${provider}()),`,
    `  instances: [{ browser: '${providers[provider].browser}' }],`,
    '},',
  ]
}

/** For a configuration that has none. */
export function browserPaste(provider: ProviderName): string {
  return `import { ${provider} } from '${providers[provider].module}'
import { livetab } from 'livetab'

// in \`test\` of the project whose tests are to run in a browser:
${browserLines(provider).join('\n')}
`
}
