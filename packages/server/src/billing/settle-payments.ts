import { paymentAfter } from '@billing-checkout/domain'
import type { Settlement } from '../processors/processor.ts'
import { lockPayment, presentLockedPayment } from '../store/payments.ts'
import { recordEvent } from '../store/record-event.ts'
import type { PaymentRow } from '../store/rows.ts'
import { readBillingClock, type Write, write } from '../store/write.ts'
import type { Billing } from './billing.ts'
import type { Done } from './due-work.ts'
import { losePayment } from './lose-payment.ts'
import { namesOf } from './names-of.ts'
import { updatePayment } from './update-payment.ts'

/**
 * Asks the processor what became of captured payments whose day has passed (decisions 8): settled, or the money never
 * came; whatever is still on its way is asked about again an hour later. Answers which; run twice, settles once.
 */
export const settlePayments = async (billing: Billing, limit = 100): Promise<readonly Done[]> => {
  const due = await findDue(billing, limit)
  if (due.length === 0) return []
  const settlements = await askForSettlements(billing, due)
  const stateOf = new Map(settlements.map(({ transactionId, state }) => [transactionId, state]))
  await Promise.all(
    due.map(({ organizationId, id, transactionId, ...payment }) =>
      write(billing.database, organizationId, (work) => settle(work, id, stateOf.get(transactionId)), {
        worksOn: namesOf(payment),
      }),
    ),
  )
  return due.flatMap(({ organizationId, id, transactionId }) => {
    const state = stateOf.get(transactionId)
    return state === undefined ? [] : [{ organizationId, id, what: `payment.${state}` }]
  })
}

/** A processor that cannot be asked has said nothing: then all of them are asked about again later. */
const askForSettlements = async (
  { processor, logger }: Billing,
  due: readonly Due[],
): Promise<readonly Settlement[]> => {
  try {
    return await processor.settlements(due.map(({ transactionId }) => transactionId))
  } catch (error) {
    logger.warn({ error }, 'the processor could not be asked about settlements; it will be asked again')
    return []
  }
}

type Due = Pick<PaymentRow, 'organizationId' | 'id' | 'customerId' | 'subscriptionId'> & {
  readonly transactionId: string
}

const findDue = async ({ database }: Billing, limit: number): Promise<readonly Due[]> => {
  const rows = await database
    .selectFrom('payments')
    .select(['organizationId', 'id', 'customerId', 'subscriptionId', 'paymentDetails'])
    .where('paymentStatus', '=', 'SETTLING')
    .where('settlesAt', '<=', await readBillingClock(database))
    .orderBy('settlesAt')
    .limit(limit)
    .execute()
  return rows.map(({ paymentDetails, ...payment }) => ({
    ...payment,
    transactionId: paymentDetails!.processor_transaction_id!,
  }))
}

const settle = async (work: Write, id: string, state: Settlement['state'] | undefined): Promise<void> => {
  const payment = await lockPayment(work, id)
  if (payment?.paymentStatus !== 'SETTLING') return
  if (state === undefined) {
    updatePayment(work, payment, { settlesAt: hourLater(work) })
    return
  }
  // A verification moved no money that could get lost.
  const told =
    state === 'settled' || payment.amount === 0
      ? updatePayment(work, payment, { paymentStatus: paymentAfter('SETTLING', 'settled') })
      : await losePayment(work, payment, 'The payment was captured, but its settlement failed.')
  recordEvent(work, 'payment.updated', await presentLockedPayment(work, told))
}

const hourLater = ({ now }: Write): string => new Date(Date.parse(now) + 3_600_000).toISOString()
