import type {
  AuthorizeRequest,
  CaptureRequest,
  FinalOutcome,
  ListedTransaction,
  Processor,
  ProcessorFacts,
  ProcessorOutcome,
  RefundRequest,
  VoidRequest,
} from '@billing-checkout/server'

/** The one card that this processor approves. */
export const goodCard = '4111111111111111'

/**
 * The smallest processor that keeps the port's promises, forgotten with the process. It authorizes first and captures when
 * it is told to. Nothing here waits, so each call is done before the next begins: two at once cannot overtake each other.
 */
export const ownProcessor = (): Processor => {
  const entries = new Map<string, Entry>()
  const tokens = new Set<string>()
  /** What each transaction holds, and what it has left to give back. */
  const held = new Map<string, { readonly amount: number; readonly currency: string }>()
  const left = new Map<string, { readonly amount: number; readonly currency: string }>()

  const once = async <Asked extends Request>(
    kind: Kind,
    asked: Asked,
    decide: (asked: Asked) => FinalOutcome,
  ): Promise<ProcessorOutcome> => {
    const known = entries.get(asked.reference)
    const entry = known ?? { kind, asked, outcome: decide(asked), at: new Date().toISOString() }
    entries.set(asked.reference, entry)
    const isSame = entry.outcome === closed || JSON.stringify(entry.asked) === JSON.stringify(asked)
    return isSame ? entry.outcome : { kind: 'taken', message: 'Another request.' }
  }
  const authorize = ({ reference, amount, currency, method, store }: AuthorizeRequest): FinalOutcome => {
    const isGood = 'card' in method ? method.card.number === goodCard : 'token' in method && tokens.has(method.token)
    const facts = factsOf(reference, method.kind === 'stored' ? 'PROCESSOR_TOKEN' : 'CARD_PAN', isGood)
    if (!isGood) return { kind: 'declined', facts, declineCode: 'card_declined', message: 'Not the good card.' }
    held.set(facts.transactionId, { amount, currency })
    const token = method.kind === 'stored' ? method.token : store ? `tok_${reference}` : null
    if (token !== null) tokens.add(token)
    return { ...moved(reference, { amount, currency }), facts, storedToken: token, captured: false }
  }
  const capture = ({ reference, transactionId, amount, currency }: CaptureRequest): FinalOutcome => {
    const sum = held.get(transactionId)
    if (sum?.amount !== amount || sum.currency !== currency) return failed('That is not held.')
    held.delete(transactionId)
    left.set(transactionId, sum)
    return moved(reference, { amount, currency })
  }
  const letGo = ({ reference, transactionId }: VoidRequest): FinalOutcome =>
    held.delete(transactionId) ? moved(reference, { amount: 0, currency: 'EUR' }) : failed('Nothing is held.')
  const refund = ({ reference, transactionId, amount, currency }: RefundRequest): FinalOutcome => {
    const sum = left.get(transactionId)
    if (sum === undefined || sum.currency !== currency || sum.amount < amount) return failed('That was not captured.')
    left.set(transactionId, { amount: sum.amount - amount, currency })
    return moved(reference, { amount, currency })
  }

  /** Of an authorization that includes whether its money was captured or released since. */
  const nowOf = ({ kind, outcome }: Entry): FinalOutcome => {
    if (kind !== 'authorize' || outcome.kind !== 'approved') return outcome
    const { transactionId } = outcome.facts
    if (held.has(transactionId)) return outcome
    return left.has(transactionId) ? { ...outcome, captured: true } : { ...outcome, released: true }
  }

  return {
    id: 'own',
    timeoutSeconds: 1,
    keyWindowSeconds: 3600,
    needsCardNumber: false,
    methodKinds: ['CARD'],
    authorize: (request) => once('authorize', request, authorize),
    capture: (request) => once('capture', request, capture),
    void: (request) => once('void', request, letGo),
    refund: (request) => once('refund', request, refund),
    lookUp: async (reference) => (entries.has(reference) ? nowOf(entries.get(reference)!) : undefined),
    close: async (reference) => {
      const entry = entries.get(reference) ?? { kind: 'void', asked: { reference }, outcome: closed, at: '' }
      entries.set(reference, entry)
      return nowOf(entry)
    },
    settlements: async (ids) => ids.map((transactionId) => ({ transactionId, state: 'settled' as const })),
    list: async (since) => ({
      transactions: [...entries.values()].flatMap((entry) => listed(entry, since)),
      next: null,
    }),
  }
}

type Kind = ListedTransaction['kind'] | 'void'
type Sum = Pick<CaptureRequest, 'amount' | 'currency'>
type Request = { readonly reference: string } & Partial<CaptureRequest>
type Entry = { readonly kind: Kind; readonly asked: Request; readonly outcome: FinalOutcome; readonly at: string }
const failed = (message: string): FinalOutcome => ({ kind: 'failed', message })
const closed = failed('The reference was closed.')

const listed = ({ kind, asked, outcome, at }: Entry, since: string): ListedTransaction[] => {
  const { reference, amount = 0, currency, transactionId: of = null } = asked
  if (kind === 'void' || outcome.kind !== 'approved' || amount === 0 || at < since) return []
  return [{ reference, transactionId: outcome.facts.transactionId, kind, amount, currency: currency!, at, of }]
}

const moved = (reference: string, { amount, currency }: Sum): Extract<FinalOutcome, { kind: 'approved' }> => ({
  kind: 'approved',
  approvedAmount: amount,
  approvedCurrency: currency,
  facts: factsOf(reference, 'PROCESSOR_TOKEN', true),
  storedToken: null,
  captured: true,
})

const factsOf = (reference: string, tokenType: ProcessorFacts['tokenType'], isApproved: boolean): ProcessorFacts => ({
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
