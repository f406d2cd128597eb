import { createHmac, randomUUID } from 'node:crypto'
import type { Database } from '../../../store/database.ts'
import type { FinalOutcome, RefundRequest } from '../../processor.ts'

/** A request as the ledger records it. */
export interface LedgerEntry extends Pick<RefundRequest, 'reference' | 'amount' | 'at'> {
  readonly currency: string
  readonly kind: 'authorize' | 'verify' | 'capture' | 'void' | 'refund'
  /**
   * The members that identify the request in addition to kind, amount and currency, as text. If a later request under the same reference
   * differs, the reference is `taken`. The text never contains a card number.
   */
  readonly requestText: string
  /** The refunded transaction. */
  readonly refundOf: string | null
  /** The authorization that the request captures or voids. Each authorization is captured or voided at most once. */
  readonly heldBy?: string | null
  readonly traits?: TestCardTraits | undefined
}

/** The later events of a test card's transaction, or of its refund. */
export interface TestCardTraits {
  readonly captureFails?: boolean
  readonly settlementFails?: boolean
  readonly refundsLater?: boolean
  readonly refundFails?: boolean
  readonly disputed?: 'lost' | 'won' | 'inquiry'
}

/**
 * Records the outcome under its reference, once. A repetition gets the first recorded outcome; another request with the reference gets
 * `taken`.
 */
export const recordOutcome = async (
  database: Database,
  entry: LedgerEntry,
  outcome: FinalOutcome,
): Promise<RecordedOutcome> => {
  const { reference, kind, amount, currency, refundOf, heldBy = null, traits = {}, at } = entry
  const requestHash = hashEntry(entry)
  await database
    .insertInto('sandboxProcessor.transactions')
    .values({
      reference,
      requestHash,
      id: 'facts' in outcome ? outcome.facts.transactionId : `sbx_${randomUUID()}`,
      kind,
      amount,
      currencyCode: currency,
      outcome: JSON.stringify(outcome),
      refundOf,
      heldBy,
      traits: JSON.stringify(traits),
      createdAt: at,
    })
    // A simultaneous repetition has the same reference and, for a transaction, the same id, so it may conflict on either.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const recorded = await database
    .selectFrom('sandboxProcessor.transactions')
    .select(['requestHash', 'outcome'])
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  if (recorded.requestHash === requestHash || recorded.requestHash === 'closed') {
    return recorded.outcome as unknown as FinalOutcome
  }
  return takenOutcome
}

/** The outcome in the ledger; `taken` if the reference belongs to another request. */
export type RecordedOutcome = FinalOutcome | typeof takenOutcome

/** The outcome for a reference that belongs to another request. */
export const takenOutcome = {
  kind: 'taken',
  message: 'The processor has another request under this reference.',
} as const

/** Finds the outcome that the ledger has under a reference. */
export const findRecordedOutcome = async (database: Database, reference: string): Promise<FinalOutcome | undefined> => {
  const recorded = await database
    .selectFrom('sandboxProcessor.transactions')
    .select('outcome')
    .where('reference', '=', reference)
    .executeTakeFirst()
  return recorded?.outcome as FinalOutcome | undefined
}

/** Closes a reference, so that nothing is ever charged under it; does nothing if the ledger already has an outcome. */
export const recordClosedReference = async (database: Database, reference: string): Promise<void> => {
  await database
    .insertInto('sandboxProcessor.transactions')
    .values({
      reference,
      requestHash: 'closed',
      id: `sbx_${randomUUID()}`,
      kind: 'closed',
      amount: 0,
      currencyCode: 'XXX',
      outcome: JSON.stringify(closed),
      refundOf: null,
      heldBy: null,
      traits: '{}',
      createdAt: new Date().toISOString(),
    })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .execute()
}

const closed: FinalOutcome = { kind: 'failed', message: 'The processor never received this payment.' }

const hashEntry = ({ reference, kind, amount, currency, requestText }: LedgerEntry): string =>
  createHmac('sha256', reference)
    .update(JSON.stringify([kind, amount, currency, requestText]))
    .digest('base64url')
