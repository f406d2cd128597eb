import { type TestCard, testCards } from '@billing-checkout/contract'
import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { Database } from '../../store/database.ts'
import type { AuthorizeRequest, Processor, ProcessorOutcome, RefundRequest } from '../processor.ts'
import { judgeCard, type Judgement } from './judge-card.ts'
import { refundFacts, sandboxFacts } from './sandbox-facts.ts'

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
    const outcome = await enter(database, entryOf(request), await decide(database, request, judgement))
    return judgement.vanishes === 'after the ledger' ? lost : outcome
  },

  async refund(request) {
    const original = await database
      .selectFrom('sandboxProcessor.transactions')
      .select('reference')
      .where('id', '=', request.transactionId)
      .executeTakeFirst()
    const outcome: ProcessorOutcome =
      original === undefined
        ? { kind: 'failed', message: 'The processor has no such transaction.' }
        : { kind: 'approved', facts: refundFacts(request), storedToken: null }
    return enter(database, { ...request, kind: 'refund', about: request.transactionId }, outcome)
  },

  lookUp: (reference) => find(database, reference),

  async close(reference) {
    await database
      .insertInto('sandboxProcessor.transactions')
      .values({
        reference,
        requestHash: 'closed',
        id: `sbx_${randomUUID()}`,
        kind: 'closed',
        amount: 0,
        currencyCode: 'XXX',
        outcome: JSON.stringify(closed),
        createdAt: new Date().toISOString(),
      })
      .onConflict((conflict) => conflict.column('reference').doNothing())
      .execute()
    return find(database, reference)
  },
})

const lost: ProcessorOutcome = { kind: 'unknown', message: 'The processor did not answer in time.' }
const closed: ProcessorOutcome = { kind: 'failed', message: 'The processor never received this payment.' }

const judge = async (database: Database, { method, initiator, at }: AuthorizeRequest): Promise<Judgement> => {
  if (method.kind === 'typed_card') return judgeCard(testCardOf(method.card.number), { ...method.card, initiator, at })
  const stored = await database
    .selectFrom('sandboxProcessor.methods')
    .select('behavior')
    .where('token', '=', method.token)
    .executeTakeFirst()
  return judgeCard(stored && testCardOf(stored.behavior), {
    number: null,
    expMonth: method.expMonth,
    expYear: method.expYear,
    initiator,
    at,
  })
}

/** A stored method remembers which test card it is by the card's hash, which only the published list can be found by. */
const behaviorOf = ({ number }: TestCard): string => createHash('sha256').update(number).digest('base64url')

const testCardOf = (numberOrBehavior: string): TestCard | undefined =>
  testCards.find((card) => card.number === numberOrBehavior || behaviorOf(card) === numberOrBehavior)

const decide = async (
  database: Database,
  request: AuthorizeRequest,
  { card, decline, message }: Judgement,
): Promise<ProcessorOutcome> => {
  const facts = sandboxFacts(request, card, decline === undefined)
  if (decline !== undefined) return { kind: 'declined', facts, declineCode: decline, message }
  const { method } = request
  if (method.kind === 'stored') return { kind: 'approved', facts, storedToken: method.token }
  return { kind: 'approved', facts, storedToken: request.store && card ? await keep(database, request, card) : null }
}

/** A token that is the same for every repetition of the call. */
const keep = async (database: Database, { reference, at }: AuthorizeRequest, card: TestCard): Promise<string> => {
  const token = `tok_${createHash('sha256').update(reference).digest('base64url')}`
  await database
    .insertInto('sandboxProcessor.methods')
    .values({ token, behavior: behaviorOf(card), brand: card.brand, createdAt: at })
    .onConflict((conflict) => conflict.column('token').doNothing())
    .execute()
  return token
}

/** A line of the ledger: what was asked for, and what it was about. */
interface Entry extends Pick<RefundRequest, 'reference' | 'amount' | 'currency' | 'at'> {
  readonly kind: 'authorize' | 'verify' | 'refund'
  /** A token, a transaction, or that a card was typed: never the card itself. */
  readonly about: string
}

const entryOf = ({ reference, amount, currency, at, method }: AuthorizeRequest): Entry => ({
  reference,
  amount,
  currency,
  at,
  kind: amount === 0 ? 'verify' : 'authorize',
  about: method.kind === 'stored' ? method.token : 'typed card',
})

/** Enters the outcome under its reference, once; a repetition gets what was entered first. */
const enter = async (database: Database, entry: Entry, outcome: ProcessorOutcome): Promise<ProcessorOutcome> => {
  const requestHash = hashEntry(entry)
  await database
    .insertInto('sandboxProcessor.transactions')
    .values({
      reference: entry.reference,
      requestHash,
      id: 'facts' in outcome ? outcome.facts.transactionId : `sbx_${randomUUID()}`,
      kind: entry.kind,
      amount: entry.amount,
      currencyCode: entry.currency,
      outcome: JSON.stringify(outcome),
      createdAt: entry.at,
    })
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .execute()
  const entered = await database
    .selectFrom('sandboxProcessor.transactions')
    .select(['requestHash', 'outcome'])
    .where('reference', '=', entry.reference)
    .executeTakeFirstOrThrow()
  if (entered.requestHash === requestHash || entered.requestHash === 'closed') {
    return entered.outcome as unknown as ProcessorOutcome
  }
  return { kind: 'failed', message: 'The processor has another request under this reference.' }
}

/** Tells two requests under one reference apart. */
const hashEntry = ({ reference, kind, amount, currency, about }: Entry): string =>
  createHmac('sha256', reference)
    .update(JSON.stringify([kind, amount, currency, about]))
    .digest('base64url')

const find = async (database: Database, reference: string): Promise<ProcessorOutcome | undefined> => {
  const entered = await database
    .selectFrom('sandboxProcessor.transactions')
    .select('outcome')
    .where('reference', '=', reference)
    .executeTakeFirst()
  return entered?.outcome as ProcessorOutcome | undefined
}
