import {
  type CreditEntry,
  type CustomerCredit,
  convertToTaxRule,
  restoreToLedger,
  type ReturnedMoney,
  proportionalShare,
  reclaimCredit,
  type CreditAllocation,
  type TaxRule,
  deductFromLedger,
} from '@billing-checkout/domain'
import type { AcceptedRefundRow, PaymentRow } from '../../store/rows.ts'
import type { MovedCreditReduction, PeriodReduction } from '../../store/schema/refunds.ts'
import { lockExistingSubscription } from '../../store/entities/subscriptions.ts'
import type { Write } from '../../store/writes/write.ts'
import { priceWithoutAddedTax, shortfallOf } from '../payments/shares-of-refunds.ts'
import { ledgerColumns, ledgerOf, paymentWithoutAddedTax, sourceOf } from '../subscriptions/credit-ledger.ts'
import { creditRecheckColumns } from '../subscriptions/processed-columns.ts'
import { updateSubscription } from '../subscriptions/record-subscription-event.ts'
import {
  addToHeldTakenBackAmount,
  findCreditElsewhere,
  lockCredit,
  moveToTakenBackAmount,
  takeBackMovedCredit,
  spentCreditToTakeBack,
} from './credit-elsewhere.ts'

/**
 * Withdraws the money of a recorded refund or dispute from the credit that the payment became, wherever this credit is now. If there is no
 * such credit, withdraws the money from the cost of the current period (DECISIONS 178). Returns what was withdrawn, so that it can be
 * restored; null if the payment's money is in neither credit nor period.
 */
export const withdrawMoneyFromSubscription = async (
  work: Write,
  payment: PaymentRow,
  refunded: { readonly minor: number; readonly taxMinor: number },
): Promise<PeriodReduction | null> => {
  if (payment.subscriptionId === null) return null
  await lockCredit(work, payment)
  const subscription = await lockExistingSubscription(work, payment.subscriptionId)
  const { reclaimable: places, heldByPurchases } = await findCreditElsewhere(work, payment)
  const own = (subscription.creditEntries ?? []).find(({ source }) => source.id === payment.id)
  const paysPeriod = subscription.periodPaymentId === payment.id
  if (own === undefined && !paysPeriod && places.length + heldByPurchases.length === 0) return null
  const minor = priceWithoutAddedTax(payment, refunded.minor, refunded.taxMinor)
  const gone = { minor, keptMinor: (await priceKept(work, payment)) + minor }
  const { paidTax: rule } = subscription
  const source = sourceOf(payment.id)
  const hasNotMoved = places.length === 0
  const takings = hasNotMoved ? [] : reclaimCredit([...places, ...ownPlace(own, rule)], gone, rule)
  const { ledger, withdrawn } = deductFromLedger(
    ledgerOf(subscription),
    hasNotMoved ? { source, ...gone, paysPeriod } : { source, ...ownPart(own, takings), paysPeriod: false },
  )
  updateSubscription(work, subscription, { ...ledgerColumns(ledger), ...creditRecheckColumns(subscription) })
  const elsewhere = takeBackMovedCredit(
    work,
    [...places, ...heldByPurchases],
    [...takings, ...spentCreditToTakeBack(heldByPurchases, gone)],
  )
  if (withdrawn === null && elsewhere.length === 0) return null
  return {
    ...(withdrawn ?? { costMinor: 0, balanceMinor: 0 }),
    periodStart: subscription.currentPeriodStart,
    periodEnd: subscription.currentPeriodEnd,
    rule,
    ...(elsewhere.length > 0 && { elsewhere }),
  }
}

const ownId = 'own'

/** The credit that is still in the payment's own subscription, which is taken back last. */
const ownPlace = (own: CreditEntry | undefined, rule: TaxRule | null): readonly CustomerCredit[] =>
  own === undefined ? [] : [{ id: ownId, source: own.source, leftMinor: own.minor, rule }]

const ownPart = (own: CreditEntry | undefined, takings: readonly CreditAllocation[]): ReturnedMoney => ({
  minor: takings.find(({ id }) => id === ownId)?.minor ?? 0,
  keptMinor: own?.minor ?? 0,
})

/**
 * The part of a payment's price that was collected and is neither refunded nor withdrawn by a dispute, in minor units. A refund that the
 * processor has not answered yet does not count as refunded.
 */
const priceKept = async ({ db }: Write, payment: PaymentRow): Promise<number> => {
  const [refunded, disputed] = await Promise.all([
    db
      .selectFrom('refunds')
      .select(({ fn, lit }) => [
        fn.coalesce(fn.sum<number>('amount'), lit(0)).as('amount'),
        fn.coalesce(fn.sum<number>('taxAmount'), lit(0)).as('taxAmount'),
      ])
      .where('paymentId', '=', payment.id)
      .where('status', '<>', 'failed')
      .where('processorTransactionId', 'is not', null)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('disputes')
      .select(({ fn, lit }) => [
        fn.coalesce(fn.sum<number>('appliedAmount'), lit(0)).as('amount'),
        fn.coalesce(fn.sum<number>('appliedTaxAmount'), lit(0)).as('taxAmount'),
      ])
      .where('paymentId', '=', payment.id)
      .executeTakeFirstOrThrow(),
  ])
  const gone = [refunded, disputed].map((sum) =>
    priceWithoutAddedTax(payment, Number(sum.amount), Number(sum.taxAmount)),
  )
  const short = shortfallOf(payment)
  const paid = paymentWithoutAddedTax(payment) - priceWithoutAddedTax(payment, short.minor, short.taxMinor)
  return paid - gone.reduce((all, part) => all + part, 0)
}

/** What was withdrawn from a subscription, and when the subscription left the period that the money was withdrawn from. */
export type TakenMoney = Pick<AcceptedRefundRow, 'taken' | 'periodLeftAt'>

/**
 * Restores to a subscription what a refund or a dispute withdrew from it, because the refund failed or the dispute was won. `load` returns
 * what was withdrawn. It is called under the subscription's lock, because every change that leaves a period writes `periodLeftAt`, and
 * every change that moves a period writes `taken`, under this lock.
 */
export const restoreMoneyToSubscription = async (
  work: Write,
  payment: PaymentRow,
  load: () => Promise<TakenMoney>,
): Promise<void> => {
  if (payment.subscriptionId === null) return
  const locked = await lockExistingSubscription(work, payment.subscriptionId)
  const { taken, periodLeftAt } = await load()
  if (taken === null) return
  // Money that never arrived cannot be refunded and therefore cannot be the source of credit. So the whole amount lowers the subscription's
  // debt.
  const isLost = payment.paymentStatus === 'FAILED'
  const { elsewhere = [] } = taken
  if (!isLost) await restoreElsewhere(work, payment, elsewhere)
  // `restoreElsewhere` may have just credited this subscription, so the row that was loaded above may be out of date.
  const subscription = elsewhere.length === 0 ? locked : await lockExistingSubscription(work, payment.subscriptionId)
  const isRunning = subscription.currentPeriodStart === taken.periodStart
  const { paidTax: rule } = subscription
  const ledger = restoreToLedger(ledgerOf(subscription), {
    source: isLost ? null : sourceOf(payment.id),
    withdrawn: {
      costMinor: convertToTaxRule(taken.costMinor, taken.rule, rule),
      balanceMinor:
        convertToTaxRule(taken.balanceMinor, taken.rule, rule) +
        (isLost ? await worthOfTaken(work, elsewhere, rule) : 0),
    },
    period: { start: taken.periodStart, end: taken.periodEnd },
    leftAt: periodLeftAt ?? (isRunning ? null : taken.periodEnd),
    isPeriodPaid: subscription.periodPaymentId !== null && subscription.owedClaimId === null,
  })
  updateSubscription(work, subscription, { ...ledgerColumns(ledger), ...creditRecheckColumns(subscription) })
}

/**
 * Puts credit back where a refund or a dispute took it from. Credit taken from a payment goes to that payment while it is pending, and
 * later to the subscription that it paid for. It goes to the customer if the payment has returned its credit. Credit taken from a one-off
 * purchase that has not returned it stays spent.
 */
const restoreElsewhere = async (
  work: Write,
  payment: Pick<PaymentRow, 'id'>,
  parts: readonly MovedCreditReduction[],
): Promise<void> => {
  const creditIds = parts.flatMap((part) => (part.kind === 'subscription' ? [] : [part.creditId]))
  await lockCredits(work, creditIds)
  for (const part of parts) await restorePart(work, payment, part)
}

const lockCredits = async ({ db }: Write, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await db
    .selectFrom('customerCredits')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('createdAt')
    .orderBy('id')
    .forUpdate()
    .execute()
}

const restorePart = async (work: Write, payment: Pick<PaymentRow, 'id'>, part: MovedCreditReduction): Promise<void> => {
  if (part.kind === 'customer') return moveToTakenBackAmount(work, part.creditId, -part.minor)
  if (part.kind === 'subscription') return restoreToOther(work, payment, part)
  const use = await findUse(work, part)
  if (use.returnedAt !== null) return moveToTakenBackAmount(work, part.creditId, -part.minor)
  addToHeldTakenBackAmount(work, part, -part.minor)
  if (use.paymentStatus === 'PENDING' || use.subscriptionId === null) return
  const minor = proportionalShare(use.worthAmount, part.minor, use.amount)
  await restoreToOther(work, payment, { subscriptionId: use.subscriptionId, minor })
}

const findUse = (
  { db }: Write,
  { creditId, spender }: Extract<MovedCreditReduction, { kind: 'payment' | 'purchase' }>,
) =>
  db
    .selectFrom('customerCreditUses as use')
    .innerJoin('payments as payment', 'payment.id', 'use.spender')
    .select(['use.amount', 'use.worthAmount', 'use.returnedAt', 'payment.paymentStatus', 'payment.subscriptionId'])
    .where('use.creditId', '=', creditId)
    .where('use.spender', '=', spender)
    .executeTakeFirstOrThrow()

/** Credit to restore to another subscription. If `rule` is absent, the amount is stated under that subscription's current tax rule. */
type ForOther = Pick<Extract<MovedCreditReduction, { kind: 'subscription' }>, 'subscriptionId' | 'minor'> &
  Partial<Pick<Extract<MovedCreditReduction, { kind: 'subscription' }>, 'rule'>>

const restoreToOther = async (
  work: Write,
  { id }: Pick<PaymentRow, 'id'>,
  { subscriptionId, minor, rule }: ForOther,
): Promise<void> => {
  const subscription = await lockExistingSubscription(work, subscriptionId)
  const { currentPeriodStart: start, currentPeriodEnd: end, paidTax: now } = subscription
  const ledger = restoreToLedger(ledgerOf(subscription), {
    source: sourceOf(id),
    withdrawn: { costMinor: 0, balanceMinor: rule === undefined ? minor : convertToTaxRule(minor, rule, now) },
    period: { start, end },
    leftAt: null,
    isPeriodPaid: true,
  })
  updateSubscription(work, subscription, ledgerColumns(ledger))
}

/**
 * The value, in minor units under the tax rule `to`, of credit that was taken back outside the payment's subscription. Credit spent on
 * one-off purchases does not count.
 */
const worthOfTaken = async (
  work: Write,
  parts: readonly MovedCreditReduction[],
  to: TaxRule | null,
): Promise<number> => {
  const taken = parts.filter(({ kind }) => kind !== 'purchase')
  const rules = await loadRules(
    work,
    taken.flatMap((part) => (part.kind === 'subscription' ? [] : [part.creditId])),
  )
  return taken.reduce((sum, part) => {
    const from = part.kind === 'subscription' ? part.rule : (rules.get(part.creditId) ?? null)
    return sum + convertToTaxRule(part.minor, from, to)
  }, 0)
}

const loadRules = async ({ db }: Write, ids: readonly string[]): Promise<ReadonlyMap<string, TaxRule | null>> => {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('customerCredits').select(['id', 'taxRule']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, taxRule }) => [id, taxRule]))
}
