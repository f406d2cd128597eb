import type { FinalOutcome } from '@billing-checkout/server/processor'
import { bareFacts } from './facts.ts'
import type { StripeAccount } from '../stripe-account.ts'

/** A customer or method that is not there is this charge's own trouble: it is declined, and nothing would change by trying again. */
export const missingMethod = (
  account: StripeAccount,
  transactionId: string,
  message: string,
  missingCustomer?: string,
): FinalOutcome => ({
  kind: 'declined',
  facts: bareFacts(account, transactionId),
  declineCode: 'card_declined',
  advice: 'do_not_try_again',
  message,
  ...(missingCustomer !== undefined && { missingCustomer }),
})
