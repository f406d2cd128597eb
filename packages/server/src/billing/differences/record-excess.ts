import type { AttemptRow, PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { recordDifference } from './record-difference.ts'

/** Money that a processor refunded under a refund's reference, beyond the amount of that refund. */
export interface Excess {
  readonly attempt: Pick<AttemptRow, 'connection' | 'processorKey'>
  readonly payment: Pick<PaymentRow, 'id' | 'currencyCode'>
  readonly transactionId: string
  /** In minor units. */
  readonly amount: number
}

/** Records an excess, which cannot be booked on any refund, as a difference; see {@link recordDifference}. */
export const recordExcess = async (
  billing: Pick<Billing, 'logger' | 'wallClock'>,
  work: Write,
  { attempt: { connection, processorKey: reference }, payment, transactionId, amount }: Excess,
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
  await recordDifference(billing, work, { ...moved, subject }, 'more was refunded under a reference than can be booked')
}
