import type {
  AuthorizeRequest,
  Processor,
  ProcessorFacts,
  ProcessorOutcome,
  RefundRequest,
} from '../../packages/server/src/processors/processor.ts'

/** The one card that the processor in memory approves. */
export const goodCard = '4111111111111111'

/**
 * The smallest processor that keeps the port's promises, forgotten with the process. Nothing here waits, so each call is
 * done before the next begins: two that come at once cannot overtake each other.
 */
export const inMemoryProcessor = (): Processor => {
  const entries = new Map<string, Entry>()
  const tokens = new Set<string>()
  /** How much each transaction still has to give back. */
  const left = new Map<string, number>()

  const once = async (reference: string, asked: string, decide: () => ProcessorOutcome): Promise<ProcessorOutcome> => {
    const entry = entries.get(reference) ?? { asked, outcome: decide() }
    entries.set(reference, entry)
    return entry.asked === asked || entry === closed ? entry.outcome : anotherRequest
  }
  const charge = ({ reference, amount, currency, method, store }: AuthorizeRequest): ProcessorOutcome => {
    const isGood = method.kind === 'stored' ? tokens.has(method.token) : method.card.number === goodCard
    const facts = factsOf(reference, method.kind === 'stored' ? 'PROCESSOR_TOKEN' : 'CARD_PAN', isGood)
    if (!isGood) return { kind: 'declined', facts, declineCode: 'card_declined', message: 'Not the good card.' }
    if (amount > 0) left.set(`${facts.transactionId} ${currency}`, amount)
    if (method.kind === 'stored') return { kind: 'approved', facts, storedToken: method.token }
    if (store) tokens.add(`tok_${reference}`)
    return { kind: 'approved', facts, storedToken: store ? `tok_${reference}` : null }
  }
  const giveBack = ({ reference, transactionId, amount, currency }: RefundRequest): ProcessorOutcome => {
    const rest = (left.get(`${transactionId} ${currency}`) ?? 0) - amount
    if (rest < 0) return { kind: 'failed', message: 'That much was not captured.' }
    left.set(`${transactionId} ${currency}`, rest)
    return { kind: 'approved', facts: factsOf(reference, 'PROCESSOR_TOKEN', true), storedToken: null }
  }

  return {
    id: 'in_memory',
    timeoutSeconds: 1,
    keyWindowSeconds: 3600,
    authorize: (request) => once(request.reference, JSON.stringify(request), () => charge(request)),
    refund: (request) => once(request.reference, JSON.stringify(request), () => giveBack(request)),
    lookUp: async (reference) => entries.get(reference)?.outcome,
    async close(reference) {
      if (!entries.has(reference)) entries.set(reference, closed)
      return entries.get(reference)!.outcome
    },
  }
}

interface Entry {
  readonly asked: string
  readonly outcome: ProcessorOutcome
}

const closed: Entry = { asked: '', outcome: { kind: 'failed', message: 'The reference was closed.' } }
const anotherRequest: ProcessorOutcome = { kind: 'failed', message: 'The reference stands for another request.' }

const factsOf = (reference: string, tokenType: ProcessorFacts['tokenType'], isApproved: boolean): ProcessorFacts => ({
  transactionId: `mem_${reference}`,
  processor: { id: 'in_memory', type: 'in_memory', description: 'Processor in memory', merchantId: 'nobody' },
  tokenType,
  avs: { postalCode: 'unavailable', streetAddress: 'unavailable' },
  cvc: 'unavailable',
  authCode: isApproved ? '000000' : null,
  networkPaymentId: null,
  arn: null,
  threeDSecure: null,
})
