import type { ProviderName } from '../providers.ts'

/** What init would do to a configuration file. */
export type Edit =
  | { readonly kind: 'unchanged'; readonly providers: readonly ProviderName[] }
  | {
      readonly kind: 'changed'
      readonly code: string
      /** Providers that the new code needs to be installed. */
      readonly providers: readonly ProviderName[]
      readonly notes: readonly string[]
    }
  | { readonly kind: 'by-hand'; readonly because: string; readonly paste: string }

/** Thrown where an edit would be a guess; what is pasted instead goes with it. */
export class NotSafe extends Error {
  readonly paste: string

  constructor(because: string, paste: string) {
    super(because)
    this.paste = paste
  }
}
