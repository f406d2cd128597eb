import { cardDetails, deviceWalletTypes, disputeReasons, disputeStatuses } from '@billing-checkout/contract'
import type { Logger } from 'pino'
import { z } from 'zod'
import { isFinal, type ProcessorOutcome } from '../outcome.ts'
import type { Processor, RefundNews, Settlement } from '../processor.ts'
import type { BookedPage } from '../reports/booked-day.ts'
import type { ListedTransaction } from '../reports/listed-transactions.ts'
import type { NewsPage, ProcessorDispute } from '../reports/news.ts'
import { bookedPageSchema } from './booked-page-schema.ts'
import { outcomeSchema } from './outcome-schema.ts'
import { toStorable, toStorableText } from './to-storable.ts'

/**
 * Wraps a processor so that its answers are validated. An outcome that breaks the port's promises is `unknown`: money may have moved, and
 * only a later valid answer decides. A bad detail never invalidates an outcome: it is replaced. An invalid page or description throws; an
 * invalid entry about one dispute, settlement or refund is left out.
 */
export const validateAnswers = (processor: Processor, logger?: Pick<Logger, 'warn'>): Processor => {
  const shape = outcomeSchema((member) =>
    logger?.warn({ processor: processor.id, member }, 'a processor sent an invalid value; it is left out'),
  )
  const read = (answer: unknown): ProcessorOutcome => {
    const understood = shape.safeParse(toStorable(answer))
    // The schema has validated the value; the port's types are narrower than the schema's.
    return understood.success ? (understood.data as ProcessorOutcome) : invalidAnswer
  }
  const close: Processor['close'] = async (reference, known) => {
    const closed: unknown = await processor.close(reference, known)
    if (closed === undefined) return undefined
    const outcome = read(closed)
    // Without a final outcome, it is uncertain whether the reference is closed, so the caller has to try again.
    if (!isFinal(outcome)) throw new Error('The processor did not say how a closed reference ended.')
    return outcome
  }
  /** Closes a charge at once if the URL of its action cannot be opened, because no shopper can complete the action. */
  const withUsableAction = async (outcome: ProcessorOutcome, reference: string): Promise<ProcessorOutcome> => {
    if (outcome.kind !== 'action_required' || isUsable(outcome.action.url)) return outcome
    logger?.warn({ processor: processor.id }, 'a processor named an invalid page for a shopper; the charge is closed')
    return (await close(reference)) ?? { kind: 'failed', message: 'The processor named no page for the shopper.' }
  }
  const { customers, twoSteps } = processor
  return {
    ...processor,
    twoSteps: twoSteps && {
      ...twoSteps,
      async prepare(request) {
        const answer = preparedShape.safeParse(await twoSteps.prepare(request))
        if (!answer.success) return { kind: 'ended', outcome: invalidAnswer }
        if (answer.data.kind === 'prepared') return answer.data
        return { kind: 'ended', outcome: await withUsableAction(read(answer.data.outcome), request.reference) }
      },
      execute: async (request, transactionId) =>
        withUsableAction(read(await twoSteps.execute(request, transactionId)), request.reference),
    },
    customers: customers && {
      async make(customer, number) {
        const answer = madeShape.safeParse(await customers.make(customer, number))
        if (!answer.success) return { kind: 'ended', outcome: invalidAnswer }
        return answer.data.kind === 'made' ? answer.data : { kind: 'ended', outcome: read(answer.data.outcome) }
      },
    },
    describe: processor.describe && (async (token) => described.parse(await processor.describe?.(token))),
    describeStored:
      processor.describeStored && (async (token) => described.parse(await processor.describeStored?.(token))),
    authorize: async (request) => withUsableAction(read(await processor.authorize(request)), request.reference),
    capture: async (request) => read(await processor.capture(request)),
    void: async (request) => read(await processor.void(request)),
    refund: async (request) => read(await processor.refund(request)),
    async lookUp(reference, known) {
      const seen: unknown = await processor.lookUp(reference, known)
      return seen === undefined ? undefined : withUsableAction(read(seen), reference)
    },
    close,
    async list(since, page) {
      // An entry that cannot be parsed may be the very one that our books lack, so the whole page is refused.
      const { transactions, next } = listed.parse(await processor.list(since, page))
      return { transactions: transactions as readonly ListedTransaction[], next }
    },
    async news(since, at, page) {
      // The processor would never list a skipped entry again, so the whole page is refused.
      return newsShape.parse(await processor.news(since, at, page)) as NewsPage
    },
    async reconcile(day, page) {
      // An entry that cannot be parsed may be the very one that differs from our books, so the whole page is refused.
      return bookedPageSchema.parse(await processor.reconcile(day, page)) as BookedPage
    },
    async disputes(disputeIds, at) {
      const asked = new Set(disputeIds)
      return (await processor.disputes(disputeIds, at)).flatMap((answer) => {
        const understood = disputeShape.safeParse(answer)
        return understood.success && asked.has(answer.disputeId) ? [understood.data as ProcessorDispute] : []
      })
    },
    async settlements(transactionIds) {
      const asked = new Set(transactionIds)
      return (await processor.settlements(transactionIds)).filter(
        (one) => asked.has(one.transactionId) && settlementStates.has(one.state),
      )
    },
    async refunds(transactionIds, at) {
      const asked = new Set(transactionIds)
      return (await processor.refunds(transactionIds, at))
        .filter((one) => asked.has(one.transactionId) && refundStates.has(one.state))
        .map(({ message, ...one }) =>
          typeof message === 'string' ? { ...one, message: toStorableText(message) } : one,
        )
    },
  }
}

const invalidAnswer: ProcessorOutcome = {
  kind: 'unknown',
  message: 'The processor gave an answer that cannot be understood.',
}

const settlementStates: ReadonlySet<string> = new Set<Settlement['state']>(['settled', 'failed', 'pending', 'rejected'])
const refundStates: ReadonlySet<string> = new Set<RefundNews['state']>(['succeeded', 'failed', 'pending', 'rejected'])

/** Shoppers may be sent to https, to a path on this server, or to their own machine, where a stand-in for a processor may run. */
const isUsable = (url: string): boolean => {
  if (/^\/(?!\/)/.test(url)) return true
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1')
}

const described = z
  .object({
    details: cardDetails,
    fingerprint: z.string().min(1).max(500).nullable(),
    wallet: z.enum(deviceWalletTypes).optional(),
  })
  .optional()

const preparedShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('prepared'), transactionId: z.string().min(1).max(500) }),
  z.object({ kind: z.literal('ended'), outcome: z.unknown() }),
])

const madeShape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('made'), reference: z.string().min(1).max(500) }),
  z.object({ kind: z.literal('ended'), outcome: z.unknown() }),
])

const disputeShape = z.object({
  disputeId: z.string().min(1).max(500),
  transactionId: z.string().min(1).max(500),
  amount: z.int().nonnegative(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  reason: z.enum(disputeReasons),
  status: z.enum(disputeStatuses),
  evidenceDueAt: z.iso.datetime().nullable(),
})

const foundRefundShape = z.object({
  transactionId: z.string().min(1).max(500),
  of: z.string().min(1).max(500),
  amount: z.int().positive(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  isPending: z.boolean(),
  at: z.iso.datetime(),
})

const fraudWarningShape = z.object({
  warningId: z.string().min(1).max(500),
  transactionId: z.string().min(1).max(500),
  reason: z.string().max(500),
})

const newsShape = z.object({
  disputes: z.array(disputeShape),
  refunds: z.array(foundRefundShape),
  warnings: z.array(fraudWarningShape).optional(),
  notifications: z.array(z.string().min(1).max(500)).optional(),
  next: z.string().min(1).nullable(),
})

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
