import { createHash, randomBytes } from 'node:crypto'

/** Makes a secret of 160 random bits: the value of a cookie, a code, or the token of a link. */
export const mintToken = (): string => randomBytes(20).toString('hex')

/** Hashes a secret for storage. The secret cannot be guessed, so a plain hash does not reveal it. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
