import type { ListedTransaction } from '../../processors/processor.ts'
import type { Database } from '../../store/database.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { Write } from '../../store/writes/write.ts'
import type { AttemptRow, PaymentRow } from '../../store/rows.ts'
import type { Billing } from '../billing.ts'

/** Money that a processor moved and that no payment or refund accounts for. */
export interface UnmatchedMoney extends Omit<ListedTransaction, 'of'> {
  readonly connection: string
  /** The id of the payment or refund that the money belongs to; null if that is unknown. */
  readonly subject: string | null
}

/** The scope for money that belongs to no known organization. */
export interface UnknownOwnerScope {
  readonly db: Database
  readonly organizationId: null
}

/**
 * Records a difference that only a person can resolve. Reports it once, in the log and by an event to its organization. `doctor` lists it
 * until an operator clears it.
 */
export const recordUnmatchedMoney = async (
  { logger }: Pick<Billing, 'logger'>,
  scope: Write | UnknownOwnerScope,
  { connection, reference, transactionId, kind, amount, currency, at, subject }: UnmatchedMoney,
  message: string,
): Promise<void> => {
  const { organizationId } = scope
  const db: Database = scope.db
  const inserted = await db
    .insertInto('unmatchedTransactions')
    .values({
      connection,
      reference,
      transactionId,
      kind,
      amount,
      currencyCode: currency,
      movedAt: at,
      organizationId,
      subject,
    })
    .onConflict((known) => known.doNothing())
    .returning('reference')
    .executeTakeFirst()
  if (inserted === undefined) return
  const reported = { connection, reference, transaction_id: transactionId, kind, amount, currency, at, subject }
  logger.error({ ...reported, organization: organizationId }, message)
  if (scope.organizationId !== null) recordEvent(scope, 'books.difference', reported)
}

/** Money that a processor refunded under a refund's reference, beyond the amount of that refund. */
export interface ExcessRefund {
  readonly attempt: Pick<AttemptRow, 'connection' | 'processorKey'>
  readonly payment: Pick<PaymentRow, 'id' | 'currencyCode'>
  readonly transactionId: string
  /** In minor units. */
  readonly amount: number
}

/** Records an excess, which cannot be booked on any refund, as a difference; see {@link recordUnmatchedMoney}. */
export const recordExcessRefund = async (
  billing: Pick<Billing, 'logger' | 'wallClock'>,
  work: Write,
  { attempt: { connection, processorKey: reference }, payment, transactionId, amount }: ExcessRefund,
): Promise<void> => {
  const { id: subject, currencyCode: currency } = payment
  const moved = {
    connection,
    reference,
    transactionId,
    kind: 'refund',
    amount,
    currency,
    at: billing.wallClock(),
  } as const
  await recordUnmatchedMoney(
    billing,
    work,
    { ...moved, subject },
    'more was refunded under a reference than can be booked',
  )
}
