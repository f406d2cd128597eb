import type { Payment } from '@billing-checkout/contract'
import { shareConnection } from '@billing-checkout/database'
import type { CallerContext } from '../../organization/caller-context.ts'
import { loadPayments } from '../../presenters/payments/load-payments.ts'
import type { Billing } from '../billing.ts'
import { inOrganization } from '../../store/in-organization.ts'

/** The payment that an earlier request with the same idempotency key began but never answered, for example because of a crash. */
export const paymentOfEarlierTry = async (
  { database }: Billing,
  { organization, idempotency }: CallerContext,
): Promise<Payment | undefined> => {
  const begun = idempotency?.begunPaymentId
  return begun
    ? (await loadPayments(inOrganization(shareConnection(database), organization.id), [begun]))[0]
    : undefined
}
