import { createHmac } from 'node:crypto'
import type { Billing } from '../billing.ts'

/** A shopper's network address as it is stored: comparable, but not readable. */
export const hashAddress = (billing: Pick<Billing, 'fingerprintKey'>, address: string): string =>
  createHmac('sha256', billing.fingerprintKey).update(`address:${address}`).digest('base64url')
