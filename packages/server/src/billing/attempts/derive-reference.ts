import type { Timestamp } from '@billing-checkout/domain'
import { createHash } from 'node:crypto'

/**
 * What a call to a processor is made for, told only by what was durable before the call. A database that comes back without
 * its last transactions therefore names the same call the same way, and the processor recognises it. `n` counts every try that
 * was ever written down for the same thing, from 1 on, under the lock that whoever writes one takes.
 */
export type ReferenceBasis =
  /** A period that is owed, by its exact start. */
  | readonly ['renewal', subscriptionId: string, periodStart: Timestamp, n: number]
  /** A period that began, and whose payment by a checkout or a merchant's charge came to nothing afterwards. */
  | readonly ['lost period', subscriptionId: string, periodStart: Timestamp, n: number]
  | readonly ['checkout', sessionId: string, n: number]
  /** A merchant's request, by the hash of its idempotency key with its whole scope. */
  | readonly ['merchant', keyHash: string, operation: string]
  /** A merchant's request without a key: nothing durable tells it from another one. */
  | readonly ['merchant without key', attemptId: string]
  /** Money of a payment, which is named by the reference of its charge: its id is made anew when it is written down again. */
  | readonly ['capture' | 'void' | 'refund', chargeReference: string, n: number]

/** The reference by which a processor knows a call, and what it was derived from. */
export interface DerivedReference {
  readonly reference: string
  readonly preimage: string
}

/** Derives a reference of 35 characters: letters, digits and one underscore. */
export const deriveReference = (organizationId: string, basis: ReferenceBasis): DerivedReference => {
  const preimage = withLengths(['billing-checkout reference 1', organizationId, ...basis.map(String)])
  return { reference: `bc_${base32(createHash('sha256').update(preimage).digest().subarray(0, 20))}`, preimage }
}

/** Each part behind its length in bytes, so that no two lists of parts have the same text. */
const withLengths = (parts: readonly string[]): string =>
  parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join('')

/** RFC 4648, lower-case, without padding; 20 bytes come to 32 characters. */
const base32 = (bytes: Buffer): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits.replaceAll(/.{5}/g, (five) => alphabet[parseInt(five, 2)]!)
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
