import { createHmac, randomUUID } from 'node:crypto'
import type { Database } from '../../../store/database.ts'
import type { FinalOutcome, RefundRequest } from '../../processor.ts'

/** A line of the ledger: the request, and what it was about. */
export interface Entry extends Pick<RefundRequest, 'reference' | 'amount' | 'at'> {
  readonly currency: string
  readonly kind: 'authorize' | 'verify' | 'capture' | 'void' | 'refund'
  /** What distinguishes two requests under one reference in addition to their money; never a card number. */
  readonly about: string
  /** The transaction that is refunded. */
  readonly refundOf: string | null
  /** The authorization that is captured or voided, each once. */
  readonly heldBy?: string | null
  /** What the card's issuer does to the transaction later on. */
  readonly traits?: Traits | undefined
}

/** What happens later to a transaction of a test card, or to a refund of it. */
export interface Traits {
  readonly captureFails?: boolean
  readonly settlementFails?: boolean
  readonly refundsLater?: boolean
  readonly refundFails?: boolean
  readonly disputed?: 'lost' | 'won' | 'inquiry'
}

/** Enters the outcome under its reference, once. A repetition gets what was entered first; another request gets `taken`. */
export const enter = async (database: Database, entry: Entry, outcome: FinalOutcome): Promise<Entered> => {
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
    // A repetition at the same moment may be found by either of its names, and both are the same for every repetition.
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const entered = await database
    .selectFrom('sandboxProcessor.transactions')
    .select(['requestHash', 'outcome'])
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow()
  if (entered.requestHash === requestHash || entered.requestHash === 'closed') {
    return entered.outcome as unknown as FinalOutcome
  }
  return taken
}

/** What was entered, or that something else was. */
export type Entered = FinalOutcome | typeof taken

/** The answer for a reference that belongs to another request. */
export const taken = { kind: 'taken', message: 'The processor has another request under this reference.' } as const

/** What was entered under a reference, as it was entered. */
export const findRecordedOutcome = async (database: Database, reference: string): Promise<FinalOutcome | undefined> => {
  const entered = await database
    .selectFrom('sandboxProcessor.transactions')
    .select('outcome')
    .where('reference', '=', reference)
    .executeTakeFirst()
  return entered?.outcome as FinalOutcome | undefined
}

/** Closes a reference, so that nothing is ever entered under it, unless something was entered before. */
export const enterClosed = async (database: Database, reference: string): Promise<void> => {
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

const hashEntry = ({ reference, kind, amount, currency, about }: Entry): string =>
  createHmac('sha256', reference)
    .update(JSON.stringify([kind, amount, currency, about]))
    .digest('base64url')
