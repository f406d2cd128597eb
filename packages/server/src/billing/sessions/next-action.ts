import type { Payment } from '@billing-checkout/contract'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { AttemptRow } from '../../store/rows.ts'
import { actionUrl } from '../action-url.ts'
import type { Billing } from '../billing.ts'

/** The action that a payment shows while its shopper has something to do elsewhere, such as at a bank. */
export const nextActionOf = (
  billing: Billing,
  { action, actionId }: Pick<AttemptRow, 'action' | 'actionId'>,
): Pick<Payment, 'next_action'> =>
  action === null || actionId === null ? {} : { next_action: { type: action.type, url: actionUrl(billing, actionId) } }

/** A shopper's payment, with the action that the shopper has to take next, if any. */
export const withNextAction = async (
  billing: Billing,
  db: OrganizationDatabase,
  payment: Payment,
): Promise<Payment> => {
  if (payment.payment_status !== 'PENDING') return payment
  const attempt = await db
    .selectFrom('attempts')
    .select(['action', 'actionId'])
    .where('paymentId', '=', payment.id)
    .where('state', '=', 'open')
    .where('action', 'is not', null)
    .executeTakeFirst()
  return attempt === undefined ? payment : { ...payment, ...nextActionOf(billing, attempt) }
}
