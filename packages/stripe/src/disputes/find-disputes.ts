import type { NewsPage, ProcessorDispute } from '@billing-checkout/server/processor'
import type { StripeAccount } from '../stripe-account.ts'
import { whatHappened } from '../what-happened.ts'
import { describeDispute } from './describe-dispute.ts'

/** Every dispute that was opened since a moment, as one page: there are few of them. */
export const listNews = async (account: StripeAccount, since: string): Promise<NewsPage> => {
  account.refuseIfMismatched()
  // Nothing of ours is older than the connection.
  const start = Math.max(new Date(since).getTime(), account.connectedAt.getTime())
  const disputes: ProcessorDispute[] = []
  const listed = account.client.disputes.list({ created: { gte: Math.floor(start / 1000) }, limit: 100 })
  for await (const dispute of listed) disputes.push(...describeDispute(account.checkMode(dispute)))
  return { disputes: disputes.toReversed(), next: null }
}

/** How disputes stand, by their own ids; one that Stripe does not know is left out. */
export const findDisputes = async (
  account: StripeAccount,
  disputeIds: readonly string[],
): Promise<readonly ProcessorDispute[]> => {
  account.refuseIfMismatched()
  return (await Promise.all(disputeIds.map((id) => findDispute(account, id)))).flat()
}

const findDispute = async (account: StripeAccount, id: string): Promise<ProcessorDispute[]> => {
  try {
    return describeDispute(account.checkMode(await account.client.disputes.retrieve(id)))
  } catch (error) {
    const failure = whatHappened(error)
    if (failure.kind !== 'refused' && failure.kind !== 'missing') throw error
    return []
  }
}
