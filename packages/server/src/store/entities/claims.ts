import { lookup } from '../queries/lookup.ts'

/** One claim. */
export const claimById = lookup('claims', ['id'])
