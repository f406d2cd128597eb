import { sql } from 'kysely'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Billing } from '../billing.ts'
import { askAboutAttempt } from '../attempts/ask-processor.ts'

/**
 * Looks up our own refunds of a payment, because a refund found at the processor exceeds what is left of the payment. Our refunds with an
 * unknown outcome are queried now; those that the processor has accepted become due for a query.
 */
export const lookUpOwnRefunds = async (billing: Billing, connection: string, paymentId: string): Promise<void> => {
  const rows = acrossOrganizations(billing.database, 'processor report')
  const open = await rows
    .selectFrom('attempts')
    .select('processorKey')
    .where('paymentId', '=', paymentId)
    .where('kind', '=', 'refund')
    .where('state', '=', 'open')
    .execute()
  for (const { processorKey } of open) await askAboutAttempt(billing, connection, processorKey)
  await rows
    .updateTable('acceptedRefunds')
    .set({ dueAt: sql<string>`least(due_at, (select billing_now()))` })
    .where('paymentId', '=', paymentId)
    .where('dueAt', 'is not', null)
    .execute()
}
