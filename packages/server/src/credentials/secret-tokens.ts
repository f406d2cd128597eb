import { createHash, createHmac, randomBytes } from 'node:crypto'

/** Makes a secret of 160 random bits: the value of a cookie, a code, or the token of a link. */
export const mintToken = (): string => randomBytes(20).toString('hex')

/** Derives a secret of 160 bits from a text: the same each time, and unknown to everyone without the key. */
export const deriveToken = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('hex').slice(0, 40)

/** Hashes a secret for storage. The secret cannot be guessed, so a plain hash does not reveal it. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
