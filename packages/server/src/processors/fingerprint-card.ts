import { createHmac } from 'node:crypto'

/** The same text for the same card number, and nothing else: it cannot be turned back without the key. */
export const fingerprintCard = (number: string, key: Uint8Array): string =>
  createHmac('sha256', key).update(`card:${number}`).digest('base64url')

/** The same text for the same account, or card behind a device's wallet, by what its processor tells it from others by. */
export const fingerprintWallet = (type: string, accountId: string, key: Uint8Array): string =>
  createHmac('sha256', key).update(`${type}:${accountId}`).digest('base64url')
