import type { Timestamp } from '@billing-checkout/domain'
import { createHash } from 'node:crypto'
import type { AttemptRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'

/**
 * The purpose of a call to a processor, described only by what was committed before the call. So if a restore loses the last transactions,
 * the server derives the same reference again, and the processor recognizes it (DECISIONS 59). `n` counts the tries for one purpose, from
 * 1. Tries are counted and recorded under one lock, so no two of them get the same number.
 */
export type ReferenceBasis =
  /** A period that is owed, identified by its exact start. */
  | readonly ['renewal', subscriptionId: string, periodStart: Timestamp, n: number]
  /** A running period whose payment, by a checkout or a merchant's charge, failed after the period began. */
  | readonly ['lost period', subscriptionId: string, periodStart: Timestamp, n: number]
  | readonly ['checkout', sessionId: string, n: number]
  /** A merchant's request, identified by the hash of its idempotency key and the key's scope. */
  | readonly ['merchant', keyHash: string, operation: string]
  /**
   * A merchant's request without a key. Nothing stored distinguishes this request from another, so its reference cannot be derived again
   * after a restore.
   */
  | readonly ['merchant without key', attemptId: string]
  /** A charge that its first connection certainly did not make: the reference at the first connection, and the connection to try next. */
  | readonly ['handed on', reference: string, connection: string]
  /**
   * A movement of a payment's money after the charge. The reference of the charge identifies the payment, because a payment that must be
   * recorded again after a restore gets another id.
   */
  | readonly ['capture' | 'void' | 'refund', chargeReference: string, n: number]

/** The reference by which a processor recognizes a call, and `preimage`, the text that the reference is a hash of. */
export interface DerivedReference {
  readonly reference: string
  readonly preimage: string
}

/** Derives a reference of 35 characters: letters, digits and one underscore. */
export const deriveReference = (organizationId: string, basis: ReferenceBasis): DerivedReference => {
  const preimage = withLengths(['billing-checkout reference 1', organizationId, ...basis.map(String)])
  return { reference: `bc_${base32(createHash('sha256').update(preimage).digest().subarray(0, 20))}`, preimage }
}

/** Writes the length in bytes before each part, so that different lists of parts never give the same text. */
const withLengths = (parts: readonly string[]): string =>
  parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join('')

/** Encodes bytes in the base32 of RFC 4648, in lower case and without padding: 20 bytes become 32 characters. */
const base32 = (bytes: Buffer): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits.replaceAll(/.{5}/g, (five) => alphabet.charAt(parseInt(five, 2)))
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/**
 * Counts a payment's attempts of one kind, whatever their outcome. The caller holds the lock on the payment's row, so no such attempt
 * begins at the same time.
 */
export const countAttempts = async ({ db }: Write, paymentId: string, kind: AttemptRow['kind']): Promise<number> => {
  const { count } = await db
    .selectFrom('attempts')
    .select((attempts) => attempts.fn.countAll<number>().as('count'))
    .where('paymentId', '=', paymentId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return count
}
