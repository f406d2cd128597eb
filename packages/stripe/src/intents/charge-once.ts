import type { ProcessorOutcome } from '@billing-checkout/server/processor'
import type { StripeCharge } from '../money-request.ts'
import type { StripeAccount } from '../stripe-account.ts'
import { execute } from './execute.ts'
import { prepare } from './prepare.ts'

/** Prepares and executes a charge in one call, for callers that store nothing in between. */
export const chargeOnce = async (account: StripeAccount, charge: StripeCharge): Promise<ProcessorOutcome> => {
  const prepared = await prepare(account, charge)
  return prepared.kind === 'ended' ? prepared.outcome : execute(account, charge, prepared.transactionId)
}
