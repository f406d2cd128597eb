import type {
  AuthorizeRequest,
  CaptureRequest,
  FinalOutcome,
  Processor,
  ProcessorOutcome,
  RefundNews,
  RefundRequest,
  VoidRequest,
} from '@billing-checkout/server/processor'
import { amounts, isOffStep } from './amounts.ts'
import { goodCard, isGood, refundFails, refundsLater } from './cards.ts'
import { isWithdrawn } from './disputes.ts'
import { elsewhere, type Entry, type Kind, type Request } from './entry.ts'
import { parseNotification } from './notifications.ts'
import { reportsOf } from './reports.ts'
import { type Charge, described, factsOf, failed, moved } from './facts-of.ts'

/**
 * The smallest processor that implements the port, in memory. It authorizes first and captures on request. No call
 * awaits anything, so concurrent calls cannot interleave.
 */
export const ownProcessor = (secrets: readonly string[] = []): OwnProcessor => {
  const entries = new Map<string, Entry>()
  /** The card behind each token, and the state of each charge's money. */
  const tokens = new Map<string, string>()
  const charges = new Map<string, Charge>()

  const once = async <Asked extends Request>(
    kind: Kind,
    asked: Asked,
    decide: (asked: Asked) => FinalOutcome,
  ): Promise<ProcessorOutcome> => {
    const known = entries.get(asked.reference)
    const decided = () => (isOffStep(asked) ? failed('The third decimal is not 0.') : decide(asked))
    const entry = known ?? { kind, asked, outcome: decided(), at: new Date().toISOString() }
    entries.set(asked.reference, entry)
    const isSame = entry.outcome === closed || JSON.stringify(entry.asked) === JSON.stringify(asked)
    return isSame ? entry.outcome : { kind: 'taken', message: 'Another request.' }
  }
  const authorize = ({ reference, amount, currency, method, store, at }: AuthorizeRequest): FinalOutcome => {
    const card = 'card' in method ? method.card.number : 'token' in method ? tokens.get(method.token) : undefined
    const facts = factsOf(reference, 'token' in method ? 'PROCESSOR_TOKEN' : 'CARD_PAN', isGood(card))
    if (!isGood(card)) return { kind: 'declined', facts, declineCode: 'card_declined', message: 'Not a good card.' }
    charges.set(facts.transactionId, { amount, currency, card: card!, at, state: 'held' })
    const token = method.kind === 'stored' ? method.token : store ? `tok_${reference}` : null
    if (token !== null) tokens.set(token, card!)
    return { ...moved(reference, { amount, currency }), facts, storedToken: token, captured: false }
  }
  const capture = ({ reference, transactionId, amount, currency }: CaptureRequest): FinalOutcome => {
    const charge = charges.get(transactionId)
    if (charge?.state !== 'held' || charge.amount !== amount || charge.currency !== currency) return failed('Not held.')
    charges.set(transactionId, { ...charge, state: 'captured' })
    return moved(reference, { amount, currency })
  }
  const letGo = ({ reference, transactionId }: VoidRequest): FinalOutcome => {
    const charge = charges.get(transactionId)
    if (charge?.state !== 'held') return failed('Nothing is held.')
    charges.set(transactionId, { ...charge, state: 'released' })
    return moved(reference, { amount: 0, currency: 'EUR' })
  }
  const refund = ({ reference, transactionId, amount, currency, at }: RefundRequest): FinalOutcome => {
    const charge = charges.get(transactionId)
    if (isWithdrawn(charges, transactionId, at)) return failed('That is disputed.')
    const hasSum = charge?.state === 'captured' && charge.currency === currency && charge.amount >= amount
    if (!hasSum) return failed('That was not captured.')
    charges.set(transactionId, { ...charge, amount: charge.amount - amount })
    return { ...moved(reference, { amount, currency }), ...(charge.card === refundsLater && { pending: true }) }
  }
  /** The present state of a refund. A refund that fails returns its money to the charge, so that it can be refunded again. */
  const newsOf = (transactionId: string, now: string): RefundNews => {
    const reference = transactionId.slice('own_'.length)
    const { asked, outcome, ...entry } = entries.get(reference) ?? { outcome: closed, asked: { reference } }
    const charge = charges.get(asked.transactionId ?? '')
    if (charge === undefined || outcome.kind !== 'approved')
      return { transactionId, state: outcome === takenBack ? 'failed' : 'rejected' }
    const isLater = Date.parse(now) - Date.parse(asked.at!) >= 86_400_000
    if (!isLater || charge.card === goodCard) return { transactionId, state: outcome.pending ? 'pending' : 'succeeded' }
    const fails = charge.card === refundFails
    entries.set(reference, { ...(entry as Entry), asked, outcome: fails ? takenBack : { ...outcome, pending: false } })
    if (fails) charges.set(asked.transactionId!, { ...charge, amount: charge.amount + asked.amount!, card: goodCard })
    return { transactionId, state: fails ? 'failed' : 'succeeded' }
  }
  /** The present outcome of a request. For an authorization, states whether it was captured or voided later. */
  const nowOf = ({ kind, outcome }: Entry): FinalOutcome => {
    if (kind !== 'authorize' || outcome.kind !== 'approved') return outcome
    const { state } = charges.get(outcome.facts.transactionId)!
    return state === 'held'
      ? outcome
      : { ...outcome, ...(state === 'captured' ? { captured: true } : { released: true }) }
  }
  return {
    id: 'own',
    timeoutSeconds: 1,
    keyWindowSeconds: 3600,
    needsCardNumber: false,
    methodKinds: ['CARD'],
    ...amounts,
    tokenize: (number) => [...tokens.set(`new_${tokens.size}`, number).keys()].at(-1)!,
    describe: async (token) => (tokens.has(token) ? described(tokens.get(token)!) : undefined),
    describeStored: async (token) => (tokens.has(token) ? described(tokens.get(token)!) : undefined),
    customers: { make: async ({ id }, number) => ({ kind: 'made', reference: `${id}/${number}` }) },
    authorize: (request) => once('authorize', request, authorize),
    twoSteps: {
      prepare: async ({ reference }) => ({ kind: 'prepared', transactionId: `own_${reference}` }),
      execute: async (request, id) =>
        id === `own_${request.reference}` ? once('authorize', request, authorize) : failed('Nothing is prepared.'),
    },
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
    refunds: async (ids, at) => ids.map((id) => newsOf(id, at)),
    refundElsewhere: (sum) => once('refund', { ...sum, reference: `${elsewhere}${entries.size}` }, refund),
    parseNotification: parseNotification(secrets),
    ...reportsOf(charges, entries),
    detach: async (token) => void tokens.delete(token),
    forget: async (customer) => customer.tokens.forEach((token) => tokens.delete(token)),
  }
}

/** The port, a function that turns cards into tokens as card fields do, and a refund that the merchant makes at the processor itself. */
export interface OwnProcessor extends Processor {
  tokenize(number: string): string
  refundElsewhere(sum: Omit<RefundRequest, 'reference'>): Promise<ProcessorOutcome>
}

const [closed, takenBack] = [failed('The reference was closed.'), failed('The bank has sent the refund back.')]
