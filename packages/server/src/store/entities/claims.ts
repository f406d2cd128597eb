import { lookup } from '../queries/lookup.ts'

/** One claim. */
export const claimById = lookup('claims', ['id'])

/** The claims that a client session has made. */
export const claimsOfSession = lookup('claims', ['sessionId'])
