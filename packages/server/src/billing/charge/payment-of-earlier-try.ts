import type { Payment } from '@billing-checkout/contract'
import type { Call } from '../../http/call.ts'
import { loadPayments } from '../../store/payments.ts'
import type { Billing } from '../billing.ts'

/** A try with the same key whose answer was lost, in a crash say: what became of its payment is the answer. */
export const paymentOfEarlierTry = async (
  { database }: Billing,
  { organization, idempotency }: Call,
): Promise<Payment | undefined> => {
  const begun = idempotency?.begunPaymentId
  return begun ? (await loadPayments(database, organization.id, [begun]))[0] : undefined
}
