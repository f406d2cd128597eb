import { createHmac } from 'node:crypto'

/**
 * Returns a keyed fingerprint of a card number. Equal numbers have equal fingerprints, and without the key a fingerprint does not reveal
 * its number.
 */
export const fingerprintCard = (number: string, key: Uint8Array): string =>
  createHmac('sha256', key).update(`card:${number}`).digest('base64url')

/**
 * Returns the fingerprint of the card behind a token, made from the processor's own identifier for the card. It is only comparable within
 * one connection.
 */
export const fingerprintToken = (connection: string, distinguishedBy: string, key: Uint8Array): string =>
  createHmac('sha256', key).update(`token:${connection}:${distinguishedBy}`).digest('base64url')

/** Returns the fingerprint of a wallet's account, or of the card behind a device wallet, made from the processor's own identifier. */
export const fingerprintWallet = (type: string, accountId: string, key: Uint8Array): string =>
  createHmac('sha256', key).update(`${type}:${accountId}`).digest('base64url')
