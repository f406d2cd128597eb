import type { Locale } from '@billing-checkout/domain/locales'
import words from './sandbox-words.json' with { type: 'json' }

/** The texts of the sandbox's sheet. */
export interface SandboxWords {
  /** The second half of the sheet's title, after the wallet's name. */
  readonly sandbox: string
  readonly pay: string
  readonly decline: string
  readonly close: string
  readonly note: string
}

/** The texts in every locale of the checkout, in one file, because only a sandbox loads it. */
export const sandboxWords: Readonly<Record<Locale, SandboxWords>> = words
