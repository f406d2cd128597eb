import { sharedTokenNames } from './first-tokens.ts'

/**
 * The names of the tokens that the card frame also uses. The build writes the names out as a plain list, because the frame does not need
 * the defaults.
 */
export const frameTokenNames = sharedTokenNames
