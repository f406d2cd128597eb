import type { AttemptRow, PaymentRow } from '../store/rows.ts'
import { recordEvent } from '../store/record-event.ts'
import type { Write } from '../store/write.ts'
import type { Billing } from './billing.ts'

/** What a processor refunded under a reference beyond what any row can count. */
export interface Excess {
  readonly attempt: Pick<AttemptRow, 'connection' | 'processorKey'>
  readonly payment: Pick<PaymentRow, 'id' | 'currencyCode'>
  readonly transactionId: string
  /** Minor units. */
  readonly amount: number
}

/**
 * Keeps money that was refunded and cannot be booked as what only a person can put right: the log and an event tell it, and
 * `doctor` names it until an operator has cleared it.
 */
export const recordExcess = async (
  { logger, wallClock }: Pick<Billing, 'logger' | 'wallClock'>,
  work: Write,
  { attempt: { connection, processorKey: reference }, payment, transactionId, amount }: Excess,
): Promise<void> => {
  const { organizationId } = work
  const { id: subject, currencyCode: currency } = payment
  const [kind, at] = ['refund', wallClock()] as const
  await work.db
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
    .execute()
  const told = { connection, reference, transaction_id: transactionId, kind, amount, currency, at, subject }
  logger.error({ ...told, organization: organizationId }, 'more was refunded under a reference than can be booked')
  recordEvent(work, 'books.difference', told)
}
