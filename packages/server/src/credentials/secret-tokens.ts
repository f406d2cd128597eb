import { createHash, randomBytes } from 'node:crypto'

/** A new secret of 160 random bits: the value of a cookie, a code, or the token of a link. */
export const mintToken = (): string => randomBytes(20).toString('hex')

/** What is stored of a secret. Its bits cannot be guessed, so a plain hash does not give it away. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
