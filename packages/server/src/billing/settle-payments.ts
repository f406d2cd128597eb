import { paymentAfter } from '@billing-checkout/domain'
import { loadPayments } from '../store/payments.ts'
import { recordEvent } from '../store/record-event.ts'
import { readBillingClock, write } from '../store/write.ts'
import type { Billing } from './billing.ts'
import type { Done } from './due-work.ts'

/** Settles captured payments whose day has passed (decisions 8). Answers which; run twice, settles once. */
export const settlePayments = async (billing: Billing, limit = 100): Promise<readonly Done[]> => {
  const { database } = billing
  const due = await database
    .selectFrom('payments')
    .select(['organizationId', 'id'])
    .where('paymentStatus', '=', 'SETTLING')
    .where('settlesAt', '<=', await readBillingClock(database))
    .orderBy('settlesAt')
    .limit(limit)
    .execute()
  for (const { organizationId, id } of due) await settle(billing, organizationId, id)
  return due.map(({ organizationId, id }) => ({ organizationId, id, what: 'payment.settled' }))
}

const settle = ({ database }: Billing, organizationId: string, id: string): Promise<void> =>
  write(database, organizationId, async (work) => {
    const settled = await work.db
      .updateTable('payments')
      .set({ paymentStatus: paymentAfter('SETTLING', 'settled'), updatedAt: work.now })
      .where('organizationId', '=', organizationId)
      .where('id', '=', id)
      .where('paymentStatus', '=', 'SETTLING')
      .returning('id')
      .executeTakeFirst()
    if (settled === undefined) return
    const [payment] = await loadPayments(work.db, organizationId, [id])
    await recordEvent(work, 'payment.updated', payment!)
  })
