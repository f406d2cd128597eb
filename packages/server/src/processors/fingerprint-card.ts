import { createHmac } from 'node:crypto'

/** The same text for the same card number, and nothing else: it cannot be turned back without the key. */
export const fingerprintCard = (number: string, key: Uint8Array): string =>
  createHmac('sha256', key).update(`card:${number}`).digest('base64url')
