import { collectedPart } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { ObligationRow, PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'

/**
 * The part of our debt for a payment that is still to be refunded, in minor units: the sum of the obligations and of the merchant's
 * refunds (at most the whole payment), less all refunds that are made or in flight, less what disputes have withdrawn. Sums are compared,
 * because a merchant's refund may leave only a part for an obligation, and may fail later. The caller has locked the payment.
 */
export const stillOwedOf = async (work: Write, payment: PaymentRow): Promise<number> => {
  const [owedMinor, refundedForThem] = await Promise.all([owedOf(work, payment), refundedForObligations(work, payment)])
  const refundedByMerchant = payment.refundedAmount - refundedForThem
  const givenBack = payment.refundedAmount + payment.disputedAmount
  return Math.min(collectedPart(payment), refundedByMerchant + owedMinor) - givenBack
}

/** What is left of a payment to owe, and what was given back or is owed, both in minor units. The caller has locked the payment. */
export const leftToRefund = async (
  work: Write,
  payment: PaymentRow,
): Promise<{ readonly leftMinor: number; readonly givenBackMinor: number }> => {
  const owedMinor = Math.max(await stillOwedOf(work, payment), 0)
  const givenBackMinor = payment.refundedAmount + payment.disputedAmount + owedMinor
  return { givenBackMinor, leftMinor: Math.max(collectedPart(payment) - givenBackMinor, 0) }
}

/** The sum of the refunds that we owed and that an operator has closed, in minor units. */
export const closedByOperator = async ({ db }: Write, { id }: PaymentRow): Promise<number> => {
  const { closed } = await db
    .selectFrom('obligations')
    .select(sql<number>`coalesce(sum(amount - rest_amount), 0)`.as('closed'))
    .where('paymentId', '=', id)
    .where('kind', '=', 'refund')
    .where('isCounted', '=', true)
    .where('state', '=', 'closed')
    .executeTakeFirstOrThrow()
  return Number(closed)
}

/**
 * The obligations that are unmet after a refund failed: first the one that the refund was made for, then others until they add up to what
 * is still owed. Obligations that an operator closed are left out. The failed refund no longer counts as refunded.
 */
export const obligationsUnmetBy = async (
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
  const [own, others] = [obligations.filter(({ id }) => id === obligationId), obligations.filter((it) => it.isCounted)]
  if (!isCounted) return own.filter(isMet)
  let missing = await stillOwedOf(work, payment)
  const unmet: ObligationRow[] = []
  for (const obligation of others.filter((it) => !isMet(it))) missing -= ownPartOf(obligation)
  for (const obligation of [...own, ...others.filter(({ id }) => id !== obligationId)].filter(isMet)) {
    if (missing <= 0) break
    unmet.push(obligation)
    missing -= ownPartOf(obligation)
  }
  return unmet
}

/** The amount that an obligation itself still owes, in minor units, without the rest that another obligation owes. */
export const ownPartOf = ({ amount, restAmount }: Pick<ObligationRow, 'amount' | 'restAmount'>): number =>
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

/** The sum of the refunds for obligations of a payment, including those in flight. */
const refundedForObligations = async ({ db }: Write, { id }: PaymentRow): Promise<number> => {
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
    .executeTakeFirstOrThrow()
  return Number(refunded)
}
