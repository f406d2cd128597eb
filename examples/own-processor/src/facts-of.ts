import type { CaptureRequest, DescribedToken, FinalOutcome, ProcessorFacts } from '@billing-checkout/server/processor'

/** A charge, and whether its money is held, captured or released. */
export type Charge = Sum & {
  readonly card: string
  readonly at: string
  readonly state: 'held' | 'captured' | 'released'
}

/** An amount of money. */
export type Sum = Pick<CaptureRequest, 'amount' | 'currency'>

/** The outcome of a request that moved money. */
export const moved = (reference: string, { amount, currency }: Sum): Extract<FinalOutcome, { kind: 'approved' }> => ({
  kind: 'approved',
  approvedAmount: amount,
  approvedCurrency: currency,
  facts: factsOf(reference, 'PROCESSOR_TOKEN', true),
  storedToken: null,
  captured: true,
})

/** The facts of a transaction. There are few, because this processor checks neither addresses nor security codes. */
export const factsOf = (
  reference: string,
  tokenType: ProcessorFacts['tokenType'],
  isApproved: boolean,
): ProcessorFacts => ({
  transactionId: `own_${reference}`,
  processor: { id: 'own', type: 'own', description: 'A processor of your own', merchantId: 'nobody' },
  tokenType,
  avs: { postalCode: 'unavailable', streetAddress: 'unavailable' },
  cvc: 'unavailable',
  authCode: isApproved ? '000000' : null,
  networkPaymentId: null,
  arn: null,
  threeDSecure: null,
})

/** What this processor reports about a card before it is charged. */
export const described = (number: string): DescribedToken => ({
  details: {
    bin: null,
    bin_data: {
      brand: 'visa',
      country: null,
      currency_code: null,
      description: null,
      funding: 'unknown',
      issuer: null,
      type: 'unknown',
    },
    exp_month: 12,
    exp_year: 2090,
    is_network_tokenized: false,
    last4: number.slice(-4),
    number: null,
  },
  fingerprint: `card ending in ${number.slice(-4)}`,
})

/** The outcome of a request that moved no money. */
export const failed = (message: string): FinalOutcome => ({ kind: 'failed', message })
