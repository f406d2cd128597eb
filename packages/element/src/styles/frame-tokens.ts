import { sharedNames } from './first-tokens.ts'

/** The names of the tokens that the card frame also uses. The build writes them out, because the frame does not need their defaults. */
export const frameTokens = sharedNames
