import type { RefundNews } from '@billing-checkout/server/processor'
import type { StripeAccount } from '../stripe-account.ts'
import { whatHappened } from '../what-happened.ts'
import { isUnderWay } from './outcome-of-refund.ts'

/** What Stripe says of each refund, by its own id; one that it does not know is `rejected`, the others are answered. */
export const newsOfRefunds = async (
  account: StripeAccount,
  refundIds: readonly string[],
): Promise<readonly RefundNews[]> => {
  account.refuseIfMismatched()
  return Promise.all(refundIds.map((id) => newsOf(account, id)))
}

const newsOf = async (account: StripeAccount, transactionId: string): Promise<RefundNews> => {
  try {
    const refund = await account.client.refunds.retrieve(transactionId)
    if (isUnderWay(refund)) return { transactionId, state: 'pending' }
    if (refund.status === 'succeeded') return { transactionId, state: 'succeeded' }
    return { transactionId, state: 'failed', message: refund.failure_reason ?? 'The refund was canceled.' }
  } catch (error) {
    const failure = whatHappened(error)
    if (failure.kind !== 'refused' && failure.kind !== 'missing') throw error
    return { transactionId, state: 'rejected', message: failure.message }
  }
}
