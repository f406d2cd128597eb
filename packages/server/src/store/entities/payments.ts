import { required } from '@billing-checkout/domain'
import type { OrganizationDatabase } from '../in-organization.ts'
import { createFinder, lookup } from '../queries/lookup.ts'
import type { PaymentRow } from '../rows.ts'
import type { LoadContext } from '../writes/write.ts'

/** Loads one payment; `undefined` if the organization has none with this id. */
export const loadPaymentRow = (db: OrganizationDatabase, id: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()

/** Finds one payment and locks it until the transaction ends. */
export const lockPayment = createFinder(lookup('payments', ['id'], { lock: 'wait' }))

/** Finds a payment that must exist because another row refers to it, and locks it until the transaction ends. */
export const lockExistingPayment = async (context: LoadContext, id: string): Promise<PaymentRow> =>
  required(await lockPayment(context, id), 'payment', id)

/** Whether a payment is still PENDING: its charge has no known outcome yet. */
export const isPaymentPending = async (db: OrganizationDatabase, paymentId: string): Promise<boolean> => {
  const { paymentStatus } = await db
    .selectFrom('payments')
    .select('paymentStatus')
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
  return paymentStatus === 'PENDING'
}
