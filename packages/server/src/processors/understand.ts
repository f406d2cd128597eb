import { declineCodes } from '@billing-checkout/contract'
import { z } from 'zod'
import type { FinalOutcome, ListedTransaction, Processor, ProcessorOutcome } from './processor.ts'

/**
 * A processor whose answers are read before they are believed. What keeps no promise of the port is `unknown`: money may have
 * moved or not, and only a later answer that makes sense decides it.
 */
export const understand = (processor: Processor): Processor => ({
  ...processor,
  authorize: async (request) => outcomeOf(await processor.authorize(request)),
  capture: async (request) => outcomeOf(await processor.capture(request)),
  void: async (request) => outcomeOf(await processor.void(request)),
  refund: async (request) => outcomeOf(await processor.refund(request)),
  async lookUp(reference) {
    const seen: unknown = await processor.lookUp(reference)
    return seen === undefined ? undefined : outcomeOf(seen)
  },
  async close(reference) {
    const closed: unknown = await processor.close(reference)
    if (closed === undefined) return undefined
    const outcome = outcomeOf(closed)
    // Whether the reference is closed is not certain then, so whoever asked has to ask again.
    if (!isFinal(outcome)) throw new Error('The processor did not say how a closed reference ended.')
    return outcome
  },
  async list(since, page) {
    // A transaction that cannot be read may be the one that nobody else knows of, so none of the page is believed.
    const { transactions, next } = listed.parse(await processor.list(since, page))
    return { transactions: transactions as readonly ListedTransaction[], next }
  },
  async settlements(transactionIds) {
    const asked = new Set(transactionIds)
    return (await processor.settlements(transactionIds)).filter(
      (one) => asked.has(one.transactionId) && (one.state === 'settled' || one.state === 'failed'),
    )
  },
})

const isFinal = (outcome: ProcessorOutcome): outcome is FinalOutcome =>
  outcome.kind !== 'unknown' && outcome.kind !== 'action_required' && outcome.kind !== 'taken'

const outcomeOf = (answer: unknown): ProcessorOutcome =>
  shape.safeParse(answer).success
    ? (answer as ProcessorOutcome)
    : { kind: 'unknown', message: 'The processor gave an answer that cannot be understood.' }

/** What must be there for an answer to be acted on; whatever else it says is the adapter's business. */
const facts = z.looseObject({
  transactionId: z.string().min(1),
  processor: z.looseObject({ id: z.string(), type: z.string() }),
  avs: z.looseObject({ postalCode: z.string(), streetAddress: z.string() }),
  cvc: z.string(),
  tokenType: z.string(),
})
const learnt = z.looseObject({ details: z.looseObject({}), accountId: z.string().min(1).nullable() }).optional()
const shape = z.discriminatedUnion('kind', [
  z.looseObject({
    kind: z.literal('approved'),
    facts,
    storedToken: z.string().min(1).nullable(),
    captured: z.boolean(),
    approvedAmount: z.int().nonnegative().optional(),
    approvedCurrency: z.string().optional(),
    learnt,
  }),
  z.looseObject({
    kind: z.literal('declined'),
    facts,
    declineCode: z.enum(declineCodes),
    message: z.string(),
    learnt,
  }),
  z.looseObject({
    kind: z.literal('action_required'),
    action: z.looseObject({ type: z.enum(['three_d_secure', 'redirect']), url: z.string().min(1) }),
  }),
  z.looseObject({ kind: z.literal('abandoned'), facts, message: z.string() }),
  z.looseObject({ kind: z.literal('failed'), message: z.string() }),
  z.looseObject({ kind: z.literal('taken'), message: z.string() }),
  z.looseObject({ kind: z.literal('unknown'), message: z.string() }),
])
const listed = z.looseObject({
  transactions: z.array(
    z.looseObject({
      reference: z.string().min(1),
      transactionId: z.string().min(1),
      kind: z.enum(['authorize', 'capture', 'refund']),
      amount: z.int().positive(),
      currency: z.string().regex(/^[A-Z]{3}$/),
      at: z.iso.datetime(),
      of: z.string().min(1).nullable(),
    }),
  ),
  next: z.string().min(1).nullable(),
})
