import type { Database } from '../../store/database.ts'
import type { AuthorizeRequest, Processor, ProcessorOutcome } from '../processor.ts'
import { giveBack } from './give-back.ts'
import { judgeCard, type Judgement } from './judge-card.ts'
import { enter, enterClosed, type Entry, findEntered } from './ledger.ts'
import { sandboxFacts } from './sandbox-facts.ts'
import { behaviorOf, findStoredCard, findTestCard, storeCard } from './stored-cards.ts'

const timeoutSeconds = 20

/**
 * A processor that moves no money: published test cards, a durable ledger of its own, and the same idempotency that a real
 * one has. It keeps no card number; a stored method is a token and how its test card behaves.
 */
export const sandboxProcessor = ({ database }: { readonly database: Database }): Processor => ({
  id: 'sandbox',
  timeoutSeconds,
  keyWindowSeconds: 24 * 3600,

  async authorize(request) {
    const judgement = await judge(database, request)
    if (judgement.vanishes === 'before the ledger') return lost
    const outcome = await enter(database, entryOf(request, judgement), await decide(database, request, judgement))
    return judgement.vanishes === 'after the ledger' ? lost : outcome
  },

  refund: (request) => giveBack(database, request),

  lookUp: (reference) => findEntered(database, reference),

  async close(reference) {
    await enterClosed(database, reference)
    return findEntered(database, reference)
  },
})

const lost: ProcessorOutcome = { kind: 'unknown', message: 'The processor did not answer in time.' }

const judge = async (database: Database, { method, initiator, at }: AuthorizeRequest): Promise<Judgement> => {
  if (method.kind === 'typed_card') {
    return judgeCard(findTestCard(method.card.number), { ...method.card, initiator, at })
  }
  const { token, expMonth, expYear } = method
  return judgeCard(await findStoredCard(database, token), { number: null, expMonth, expYear, initiator, at })
}

const decide = async (
  database: Database,
  request: AuthorizeRequest,
  { card, decline, message }: Judgement,
): Promise<Exclude<ProcessorOutcome, { kind: 'unknown' }>> => {
  const facts = sandboxFacts(request, card, decline === undefined)
  if (decline !== undefined) return { kind: 'declined', facts, declineCode: decline, message }
  const { method } = request
  if (method.kind === 'stored') return { kind: 'approved', facts, storedToken: method.token }
  return {
    kind: 'approved',
    facts,
    storedToken: request.store && card ? await storeCard(database, request, card) : null,
  }
}

/** Of a typed card only its published behavior is told apart: a hash of any other number could be guessed back. */
const entryOf = (request: AuthorizeRequest, { card }: Judgement): Entry => {
  const { reference, method, amount, currency, initiator, store, at } = request
  const charged = method.kind === 'stored' ? method.token : card ? behaviorOf(card) : 'unpublished card'
  return {
    reference,
    amount,
    currency,
    at,
    kind: amount === 0 ? 'verify' : 'authorize',
    about: JSON.stringify([charged, initiator, store]),
    refundOf: null,
  }
}
