import { lookup } from '../queries/lookup.ts'

/** Looks up a claim by its id. */
export const claimById = lookup('claims', ['id'])

/** Looks up the claims of a client session. */
export const claimsOfSession = lookup('claims', ['sessionId'])
