import { createHash, randomBytes } from 'node:crypto'

/** A new secret of 160 random bits: a cookie, a code or the token of a link. */
export const mintUserToken = (): string => randomBytes(20).toString('hex')

/** What is stored of a secret; its bits cannot be guessed, so a fast hash is enough. */
export const hashUserToken = (token: string): string => createHash('sha256').update(token).digest('hex')
