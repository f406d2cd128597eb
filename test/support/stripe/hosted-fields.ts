import type { AuthorizeRequest, Processor } from '#server/processors/processor.ts'

/** The Stripe payment methods for card numbers that are typed into our fields. */
const methods: Readonly<Record<string, string>> = {
  '4242424242424242': 'pm_card_visa',
  '4000000000000077': 'pm_card_bypassPending',
  '5555555555554444': 'pm_card_mastercard',
  '4000000000000002': 'pm_card_chargeDeclined',
  '4000000000009995': 'pm_card_visa_chargeDeclinedInsufficientFunds',
  '4000000000000341': 'pm_card_chargeCustomerFail',
  '4000000000003220': 'pm_card_threeDSecure2Required',
  '4000000000007726': 'pm_card_pendingRefund',
  '4000000000005126': 'pm_card_refundFail',
  '4000000000000259': 'pm_card_createDispute',
  '4000000000002685': 'pm_card_createDisputeProductNotReceived',
  '4000000000001976': 'pm_card_createDisputeInquiry',
}

/** The Stripe test method that behaves like a card with this number. */
export const testMethodForCard = (number: string): string => methods[number] ?? 'pm_nobody'

/**
 * Turns cards that are typed into our fields into Stripe's payment methods, because the wrapped processor accepts only these. It stands in
 * for Stripe's own fields in the card frame.
 */
export const withHostedFields = <Wrapped extends Processor>(processor: Wrapped): Wrapped => ({
  ...processor,
  authorize: (request) => processor.authorize(withMethod(request)),
  twoSteps: processor.twoSteps && {
    ...processor.twoSteps,
    prepare: (request) => processor.twoSteps!.prepare(withMethod(request)),
    execute: (request, transactionId) => processor.twoSteps!.execute(withMethod(request), transactionId),
  },
})

const withMethod = (request: AuthorizeRequest): AuthorizeRequest => {
  const { method } = request
  if (method.kind !== 'typed_card') return request
  return { ...request, method: { kind: 'processor_token', token: testMethodForCard(method.card.number) } }
}
