import { firstTokens } from './first-tokens.ts'
import { laterTokens } from './later-tokens.ts'
import { outcomeTokens } from './outcome-tokens.ts'

/** The custom properties `--billing-<name>` that a page may set, with their defaults. Names are public and permanent. */
export const tokens = { ...firstTokens, ...laterTokens, ...outcomeTokens } as const

/** The name of one token, without `--billing-`. */
export type TokenName = keyof typeof tokens
