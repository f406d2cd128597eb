import { createHmac } from 'node:crypto'

/** The fingerprint of a card number: the same text for the same number only, which cannot be turned back without the key. */
export const fingerprintCard = (number: string, key: Uint8Array): string =>
  createHmac('sha256', key).update(`card:${number}`).digest('base64url')

/** The fingerprint of a card behind a token, from what its processor distinguishes it by; it is compared within one connection. */
export const fingerprintToken = (connection: string, distinguishedBy: string, key: Uint8Array): string =>
  createHmac('sha256', key).update(`token:${connection}:${distinguishedBy}`).digest('base64url')

/** The fingerprint of an account, or of the card behind a device's wallet, from what its processor distinguishes it by. */
export const fingerprintWallet = (type: string, accountId: string, key: Uint8Array): string =>
  createHmac('sha256', key).update(`${type}:${accountId}`).digest('base64url')
