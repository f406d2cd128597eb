import { collectedPart } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { ObligationRow, PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'

/**
 * Which part of our debt for a payment is still to be refunded, in minor units. It is the sum of the obligations and of the merchant's
 * refunds, at most the whole payment, less all refunds that are made or in flight and less what disputes have withdrawn. Obligations are
 * met by sums, because a merchant's refund may leave an obligation only a part to refund, and may fail later. The caller has locked the
 * payment.
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
 * The obligations that a refund which failed leaves unmet: the one it was made for first, and others until they come up to what is
 * still owed. One that an operator has closed is none of them. The refund counts no longer as refunded.
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

/** What an obligation owes itself, in minor units, without what it left to another one. */
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

/** The sum of the refunds for these obligations, those in flight included. */
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
