import { ceilToStep, collectedPart, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { ObligationRow, PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import type { DeclarationRefund } from '../../store/schema/declarations.ts'
import { transactionIdOfPayment } from '../payments/find-charge-call.ts'
import { openObligation } from './open-obligation.ts'

/**
 * The amount that we still have to refund of a payment, in minor units, counting only obligations to refund money that counted as paid
 * (`isCounted`). It is the sum of these obligations and the merchant's refunds (at most the whole payment), less refunds made or in flight,
 * less withdrawals by disputes; it may be negative. Sums are compared, and not single refunds, because a merchant's refund may leave only a
 * part for an obligation, and may fail later. The caller has locked the payment.
 */
export const amountStillToRefund = async (work: Write, payment: PaymentRow): Promise<number> => {
  const [owedMinor, refundedForThem] = await Promise.all([owedOf(work, payment), refundedForObligations(work, payment)])
  const refundedByMerchant = payment.refundedAmount - refundedForThem
  const givenBack = payment.refundedAmount + payment.disputedAmount
  return Math.min(collectedPart(payment), refundedByMerchant + owedMinor) - givenBack
}

/**
 * How much of a payment was given back or is owed (`givenBackMinor`), and how much is left beyond that (`leftMinor`); both in minor units.
 * The caller has locked the payment.
 */
export const refundTotalsOf = async (
  work: Write,
  payment: PaymentRow,
): Promise<{ readonly leftMinor: number; readonly givenBackMinor: number }> => {
  const owedMinor = Math.max(await amountStillToRefund(work, payment), 0)
  const givenBackMinor = payment.refundedAmount + payment.disputedAmount + owedMinor
  return { givenBackMinor, leftMinor: Math.max(collectedPart(payment) - givenBackMinor, 0) }
}

/**
 * The obligations that are unmet after a refund failed or a dispute was won: the failed refund's own obligation first, then others up to
 * the amount that is still owed. If the money never counted as paid (`isCounted` is false), only the refund's own obligation. Obligations
 * that an operator closed are left out. `payment` no longer counts the failed refund or the dispute.
 */
export const findUnmetObligations = async (
  work: Write,
  payment: PaymentRow,
  { obligationId, isCounted }: { readonly obligationId: string | undefined; readonly isCounted: boolean },
): Promise<readonly ObligationRow[]> => {
  const obligations = await work.db
    .selectFrom('obligations')
    .selectAll()
    .where('paymentId', '=', payment.id)
    .where('kind', '=', 'refund')
    .where('state', 'in', ['met', 'open'])
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const [own, others] = [
    obligations.filter(({ id }) => id === obligationId),
    obligations.filter((each) => each.isCounted),
  ]
  if (!isCounted) return own.filter(isMet)
  let missing = await amountStillToRefund(work, payment)
  const unmet: ObligationRow[] = []
  for (const obligation of others.filter((each) => !isMet(each))) missing -= ownAmountOfObligation(obligation)
  for (const obligation of [...own, ...others.filter(({ id }) => id !== obligationId)].filter(isMet)) {
    if (missing <= 0) break
    unmet.push(obligation)
    missing -= ownAmountOfObligation(obligation)
  }
  return unmet
}

/**
 * The obligations to refund money that never counted as paid, if a dispute has met them and no refund was made for them. They are owed
 * again when the merchant wins that dispute.
 */
export const obligationsMetByDispute = ({ db }: Write, { id }: PaymentRow): Promise<readonly ObligationRow[]> =>
  db
    .selectFrom('obligations')
    .selectAll()
    .where('paymentId', '=', id)
    .where('kind', '=', 'refund')
    .where('isCounted', '=', false)
    .where('state', '=', 'met')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('acceptedRefunds')
            .innerJoin('attempts', 'attempts.id', 'acceptedRefunds.id')
            .select('attempts.id')
            .where('acceptedRefunds.paymentId', '=', id)
            .where('acceptedRefunds.state', '<>', 'failed')
            .where(sql<boolean>`attempts.request->'notes'->>'obligationId' = obligations.id`),
        ),
      ),
    )
    .execute()

/** The amount that an obligation owes, in minor units, without the part that another obligation took over. */
export const ownAmountOfObligation = ({ amount, restAmount }: Pick<ObligationRow, 'amount' | 'restAmount'>): number =>
  amount - restAmount

const isMet = ({ state }: ObligationRow): boolean => state === 'met'

const owedOf = async ({ db }: Write, { id }: PaymentRow): Promise<number> => {
  const { owed } = await db
    .selectFrom('obligations')
    .select(sql<number>`coalesce(sum(amount - rest_amount), 0)`.as('owed'))
    .where('paymentId', '=', id)
    .where('kind', '=', 'refund')
    .where('isCounted', '=', true)
    .where('state', 'in', ['met', 'open'])
    .executeTakeFirstOrThrow()
  return Number(owed)
}

/**
 * The sum, in minor units, of a payment's refunds for its obligations, including refunds in flight. `except` leaves out obligations with
 * these reasons.
 */
const refundedForObligations = async (
  { db }: Write,
  { id }: PaymentRow,
  { except = [] }: { readonly except?: readonly string[] } = {},
): Promise<number> => {
  const { refunded } = await db
    .selectFrom('attempts')
    .innerJoin('refunds', (refund) => refund.on(sql<boolean>`refunds.id = attempts.request->'notes'->>'refundId'`))
    .innerJoin('obligations', (obligation) =>
      obligation.on(sql<boolean>`obligations.id = attempts.request->'notes'->>'obligationId'`),
    )
    .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('refunds.amount'), lit(0)).as('refunded'))
    .where('attempts.paymentId', '=', id)
    .where('refunds.paymentId', '=', id)
    .where('refunds.status', '<>', 'failed')
    .where('obligations.isCounted', '=', true)
    .where('obligations.state', 'in', ['met', 'open'])
    .$if(except.length > 0, (query) => query.where('obligations.reason', 'not in', except))
    .executeTakeFirstOrThrow()
  return Number(refunded)
}

/**
 * Owes the part of a payment that a consumer's declaration gives back and that no refund covers any longer. This happens if a counted
 * refund fails, or if a bank decides a dispute for the merchant. If an operator has closed an obligation, its amount counts as given back.
 * The caller has locked the payment.
 */
export const oweRestOfDeclaredRefund = async (work: Write, payment: PaymentRow): Promise<void> => {
  const owed = await owedBackOf(work, payment)
  if (owed === undefined || payment.paymentStatus === 'FAILED') return
  const { leftMinor, givenBackMinor } = await refundTotalsOf(work, payment)
  const missingMinor = owed.amount - givenBackMinor - (await minorClosedByOperator(work, payment))
  const amount = Math.min(ceilToStep(Math.max(missingMinor, 0), owed.step), leftMinor)
  if (amount === 0) return
  const { id: paymentId, currencyCode } = payment
  const { reason } = owed
  const transactionId = transactionIdOfPayment(payment)
  const draft = { paymentId, amount, currencyCode, transactionId, reason, kind: 'refund', isCounted: true } as const
  const dueAt = owed.refundAt !== null && owed.refundAt > work.now ? owed.refundAt : work.now
  openObligation(work, { ...draft, attemptId: null }, dueAt)
}

/**
 * The sum, in minor units, of the refunds that we owed and whose obligations an operator has closed because they were paid elsewhere. What
 * the merchant has refunded since the first of these obligations was opened is subtracted, because it already counts as refunded.
 */
const minorClosedByOperator = async (work: Write, { id }: PaymentRow): Promise<number> => {
  const { closed, since } = await work.db
    .selectFrom('obligations')
    .select(sql<number>`coalesce(sum(amount - rest_amount), 0)`.as('closed'))
    .select(({ fn }) => fn.min('createdAt').as('since'))
    .where('paymentId', '=', id)
    .where('kind', '=', 'refund')
    .where('isCounted', '=', true)
    .where('state', '=', 'closed')
    .executeTakeFirstOrThrow()
  return since === null ? 0 : Math.max(Number(closed) - (await refundedByMerchantSince(work, id, since)), 0)
}

const refundedByMerchantSince = async ({ db }: Write, paymentId: string, since: Timestamp): Promise<number> => {
  const { refunded } = await db
    .selectFrom('refunds')
    .innerJoin('attempts', (attempt) => attempt.on(sql<boolean>`refunds.id = attempts.request->'notes'->>'refundId'`))
    .select(({ fn, lit }) => fn.coalesce(fn.sum<number>('refunds.amount'), lit(0)).as('refunded'))
    .where('refunds.paymentId', '=', paymentId)
    .where('attempts.paymentId', '=', paymentId)
    .where('refunds.status', '<>', 'failed')
    .where('refunds.createdAt', '>=', since)
    .where(sql<boolean>`attempts.request->'notes'->>'obligationId' is null`)
    .executeTakeFirstOrThrow()
  return Number(refunded)
}

/** The reasons with which declarations open obligations. */
const declaredReasons: readonly string[] = [
  'withdrawal',
  'cancellation',
] satisfies readonly DeclarationRefund['reason'][]

/**
 * The largest amount of a payment that an obligation may still refund, in minor units. If a declaration opened the obligation, this is what
 * the declaration gives back, less refunds for declarations or by the merchant, less withdrawals by disputes. Any other obligation has no
 * limit here. The caller has locked the payment.
 */
export const refundLimitOfObligation = async (
  work: Write,
  payment: PaymentRow,
  { reason }: Pick<ObligationRow, 'reason'>,
): Promise<number> => {
  const owed = declaredReasons.includes(reason) ? await owedBackOf(work, payment) : undefined
  if (owed === undefined) return Infinity
  const forOthers = await refundedForObligations(work, payment, { except: declaredReasons })
  const missingMinor = owed.amount - (payment.refundedAmount - forOthers) - payment.disputedAmount
  return ceilToStep(Math.max(missingMinor, 0), owed.step)
}

/** The largest amount that a declaration gives back of a payment; `undefined` if no declaration gives back any of the payment. */
const owedBackOf = async (
  { db }: Write,
  { id, subscriptionId }: PaymentRow,
): Promise<DeclarationRefund | undefined> => {
  const effects = await db
    .selectFrom('declarationEffects')
    .select('owedBack')
    .where('contractId', 'in', subscriptionId === null ? [id] : [id, subscriptionId])
    .execute()
  return effects
    .flatMap(({ owedBack }) => owedBack)
    .filter(({ paymentId }) => paymentId === id)
    .toSorted((left, right) => right.amount - left.amount)[0]
}
