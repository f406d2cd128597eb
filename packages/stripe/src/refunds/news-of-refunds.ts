import type { RefundNews } from '@billing-checkout/server/processor'
import { queryEach } from '../query-each.ts'
import type { StripeAccount } from '../stripe-account.ts'
import { isPending } from './outcome-of-refund.ts'

/** The state of each refund; `rejected` if Stripe does not answer about it. */
export const newsOfRefunds = async (
  account: StripeAccount,
  refundIds: readonly string[],
): Promise<readonly RefundNews[]> => {
  account.refuseIfMismatched()
  return queryEach<RefundNews>(
    refundIds,
    (id) => newsOf(account, id),
    (transactionId, message) => ({ transactionId, state: 'rejected', message }),
  )
}

const newsOf = async (account: StripeAccount, transactionId: string): Promise<RefundNews> => {
  const refund = await account.client.refunds.retrieve(transactionId)
  if (isPending(refund)) return { transactionId, state: 'pending' }
  if (refund.status === 'succeeded') return { transactionId, state: 'succeeded' }
  return { transactionId, state: 'failed', message: refund.failure_reason ?? 'The refund was canceled.' }
}
