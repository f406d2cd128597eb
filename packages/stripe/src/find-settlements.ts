import type { Settlement } from '@billing-checkout/server/processor'
import { expanded } from './intents/facts.ts'
import type { StripeAccount } from './stripe-account.ts'
import { whatHappened } from './what-happened.ts'

/** Whether the money of paid intents has become available; one that Stripe does not know is `rejected`, the others are answered. */
export const findSettlements = async (
  account: StripeAccount,
  transactionIds: readonly string[],
): Promise<readonly Settlement[]> => {
  account.refuseIfMismatched()
  return Promise.all(transactionIds.map((id) => findSettlement(account, id)))
}

const findSettlement = async (account: StripeAccount, transactionId: string): Promise<Settlement> => {
  // A verification moved nothing, so there is nothing to wait for.
  if (transactionId.startsWith('seti_')) return { transactionId, state: 'settled' }
  try {
    const expand = ['latest_charge.balance_transaction']
    const intent = account.checkMode(await account.client.paymentIntents.retrieve(transactionId, { expand }))
    const balance = expanded(expanded(intent.latest_charge)?.balance_transaction ?? null)
    return { transactionId, state: balance?.status === 'available' ? 'settled' : 'pending' }
  } catch (error) {
    const failure = whatHappened(error)
    if (failure.kind !== 'refused' && failure.kind !== 'missing') throw error
    return { transactionId, state: 'rejected', message: failure.message }
  }
}
