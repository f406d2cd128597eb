import type { Locale } from '@billing-checkout/domain/locales'
import words from './sandbox-words.json' with { type: 'json' }

/** What the sandbox's sheet says. */
export interface SandboxWords {
  /** Its title, after the wallet's name. */
  readonly sandbox: string
  readonly pay: string
  readonly decline: string
  readonly close: string
  readonly note: string
}

/** In every locale that the checkout speaks, in one file: only a sandbox ever loads it. */
export const sandboxWords: Readonly<Record<Locale, SandboxWords>> = words
