import type { Payment } from '@billing-checkout/contract'
import type { CallerContext } from '../../organization/caller-context.ts'
import { loadPayments } from '../../presenters/payments/load-payments.ts'
import type { Billing } from '../billing.ts'
import { shareConnection } from '../../store/engine/transactions/share-connection.ts'
import { inOrganization } from '../../store/in-organization.ts'

/**
 * The payment of an earlier try with the same idempotency key whose answer was lost, for example in a crash: its outcome is the
 * answer.
 */
export const paymentOfEarlierTry = async (
  { database }: Billing,
  { organization, idempotency }: CallerContext,
): Promise<Payment | undefined> => {
  const begun = idempotency?.begunPaymentId
  return begun
    ? (await loadPayments(inOrganization(shareConnection(database), organization.id), [begun]))[0]
    : undefined
}
