import type { FinalOutcome } from '@billing-checkout/server/processor'
import { bareFacts } from './facts.ts'
import type { StripeAccount } from '../stripe-account.ts'

/**
 * A customer or method that is not there is this charge's own trouble: it is declined, and nothing would change by trying again. No
 * other decline code says just that to dunning and asks the shopper for another card; the message says what really happened.
 */
export const missingMethod = (account: StripeAccount, transactionId: string, message: string): FinalOutcome => ({
  kind: 'declined',
  facts: bareFacts(account, transactionId),
  declineCode: 'card_lost_or_stolen',
  message,
})
