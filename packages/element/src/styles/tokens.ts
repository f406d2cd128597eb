import { firstTokens } from './first-tokens.ts'
import { laterTokens } from './later-tokens.ts'
import { outcomeTokens } from './outcome-tokens.ts'

/**
 * What a host page may restyle: `--billing-<name>` and its default. Names are public and permanent.
 */
export const tokens = { ...firstTokens, ...laterTokens, ...outcomeTokens } as const

/** The name of one token, without `--billing-`. */
export type TokenName = keyof typeof tokens
