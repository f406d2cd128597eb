import { createHmac } from 'node:crypto'
import type { Billing } from '../billing.ts'

/** The stored form of a shopper's network address: a keyed hash, which can be compared but not read. */
export const hashAddress = (billing: Pick<Billing, 'fingerprintKey'>, address: string): string =>
  createHmac('sha256', billing.fingerprintKey).update(`address:${address}`).digest('base64url')
