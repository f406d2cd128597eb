import type { Processor, ProcessorFacts, ProcessorOutcome } from '#server/processors/processor.ts'

const factsOf = (reference: string): ProcessorFacts => ({
  transactionId: `instant_${reference}`,
  processor: { id: 'instant', type: 'instant', description: 'Instant processor', merchantId: 'bench' },
  tokenType: 'PROCESSOR_TOKEN',
  avs: { postalCode: 'unavailable', streetAddress: 'unavailable' },
  cvc: 'unavailable',
  authCode: '000000',
  networkPaymentId: null,
  arn: null,
  threeDSecure: null,
})

const approve = async ({ reference }: { readonly reference: string }): Promise<ProcessorOutcome> => ({
  kind: 'approved',
  facts: factsOf(reference),
  storedToken: null,
  captured: true,
})

/** A processor that takes no time and approves everything, so that a benchmark measures only our server. */
export const instantProcessor: Processor = {
  id: 'instant',
  timeoutSeconds: 5,
  keyWindowSeconds: 3600,
  needsCardNumber: false,
  methodKinds: ['CARD'],
  authorize: approve,
  capture: approve,
  void: approve,
  refund: approve,
  lookUp: async () => undefined,
  close: async () => undefined,
  settlements: async () => [],
  refunds: async () => [],
  list: async () => ({ transactions: [], next: null }),
  reconcile: async () => ({ movements: [], payouts: [], isComplete: true, next: null }),
  news: async () => ({ disputes: [], refunds: [], next: null }),
  disputes: async () => [],
  forget: async () => {},
  detach: async () => {},
}
