import type { Settlement } from '@billing-checkout/server/processor'
import { queryEach } from './query-each.ts'
import { expandedOrNull } from './intents/facts.ts'
import type { StripeAccount } from './stripe-account.ts'

/**
 * The settlement states of paid intents: `settled` once Stripe's balance makes the money available, `rejected` if
 * Stripe does not answer about the intent.
 */
export const findSettlements = async (
  account: StripeAccount,
  transactionIds: readonly string[],
): Promise<readonly Settlement[]> => {
  account.refuseIfMismatched()
  return queryEach<Settlement>(
    transactionIds,
    (id) => findSettlement(account, id),
    (transactionId, message) => ({ transactionId, state: 'rejected', message }),
  )
}

const findSettlement = async (account: StripeAccount, transactionId: string): Promise<Settlement> => {
  // A verification moves no money, so there is nothing to wait for.
  if (transactionId.startsWith('seti_')) return { transactionId, state: 'settled' }
  const expand = ['latest_charge.balance_transaction']
  const intent = account.checkMode(await account.client.paymentIntents.retrieve(transactionId, { expand }))
  const balance = expandedOrNull(expandedOrNull(intent.latest_charge)?.balance_transaction ?? null)
  return { transactionId, state: balance?.status === 'available' ? 'settled' : 'pending' }
}
