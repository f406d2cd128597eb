import { lookup } from './lookup.ts'

/** One claim. */
export const claimById = lookup('claims', ['id'])
