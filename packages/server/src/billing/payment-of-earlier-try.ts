import type { Payment } from '@billing-checkout/contract'
import type { Call } from '../http/call.ts'
import { loadPayments } from '../store/payments.ts'
import type { Billing } from './billing.ts'
import { daysRemembered } from './remember-answer.ts'

/** A try with the same key whose answer was lost, in a crash say: what became of its payment is the answer. */
export const paymentOfEarlierTry = async (billing: Billing, call: Call): Promise<Payment | undefined> => {
  if (call.idempotency === null) return undefined
  const { caller, key } = call.idempotency
  const earlier = await billing.database
    .selectFrom('idempotencyKeys')
    .select('paymentId')
    .where('organizationId', '=', call.organization.id)
    .where('caller', '=', caller)
    .where('key', '=', key)
    .where('createdAt', '>=', new Date(Date.parse(call.wall) - daysRemembered * 86_400_000).toISOString())
    .executeTakeFirst()
  if (!earlier?.paymentId) return undefined
  return (await loadPayments(billing.database, call.organization.id, [earlier.paymentId]))[0]
}
