import { loadPaymentRow } from '../../store/entities/payments.ts'
import type { PlanChange, SubscriptionSnapshot } from '../../store/schema/plan-change.ts'
import { consentIdOfPayment } from '../../presenters/payments/consent-ids.ts'
import type { PaymentRow, SubscriptionChange, SubscriptionRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import { noScheduledChange } from './processed-columns.ts'

/** The payment, consent and credit with which a consumer changed a plan. */
type ChangeFacts = Pick<PlanChange, 'paymentId' | 'consentId' | 'creditMinor'>

/**
 * The columns of a plan change, including the column that stores the state before the change. A withdrawal restores that state (DECISIONS
 * 207).
 */
export const columnsWithUndoState = async (
  { db }: Write,
  before: SubscriptionRow,
  change: SubscriptionChange,
  made: ChangeFacts,
): Promise<SubscriptionChange> => {
  const state = snapshotOf(before)
  const changed = Object.fromEntries(
    Object.entries(change).flatMap(([column, value]) =>
      value === undefined || !(column in state) ? [] : [[column, asRead(column, value)]],
    ),
  )
  const earlier = before.periodPaymentId === null ? undefined : await loadPaymentRow(db, before.periodPaymentId)
  return {
    ...change,
    ...planChangeColumn({
      ...made,
      givenBackMinor: earlier === undefined ? 0 : givenBackOf(earlier),
      isUndone: false,
      before: state,
      after: { ...state, ...changed },
    }),
  }
}

/**
 * The columns that a paid payment changes. If the payment is for a plan change with the consumer's consent, they store the state before the
 * change; otherwise they clear the stored change, so that nothing can be undone.
 */
export const columnsWithUndoStateIfConsented = async (
  work: Write,
  before: SubscriptionRow,
  change: SubscriptionChange,
  { id: paymentId, purpose, consent, creditAmount: creditMinor }: PaymentRow,
): Promise<SubscriptionChange> =>
  purpose === 'change_plan' && consent !== null
    ? columnsWithUndoState(work, before, change, { paymentId, consentId: consentIdOfPayment(paymentId), creditMinor })
    : { ...change, ...noPlanChange }

/** The column of a subscription without a plan change that can be undone, for example because the merchant made the change. */
export const noPlanChange = { planChange: null } as const

/**
 * The columns that remove a subscription's scheduled change. If the stored plan change is the one that scheduled it, that record is marked
 * as undone; otherwise the record is cleared.
 */
export const withoutScheduledChange = ({ scheduledPlanId, planChange }: SubscriptionRow): SubscriptionChange => ({
  ...noScheduledChange,
  ...(scheduledPlanId !== null && planChange?.after.scheduledPlanId === scheduledPlanId
    ? planChangeColumn({ ...planChange, isUndone: true })
    : noPlanChange),
})

/** The column that stores a plan change. */
export const planChangeColumn = (change: PlanChange): Pick<SubscriptionChange, 'planChange'> => ({
  planChange: JSON.stringify(change),
})

/** The part of a payment that was refunded or disputed, in minor units. */
export const givenBackOf = ({
  refundedAmount,
  disputedAmount,
}: Pick<PaymentRow, 'refundedAmount' | 'disputedAmount'>): number => refundedAmount + disputedAmount

/** A subscription's plan, period and money, which a plan change may replace. */
export const snapshotOf = (row: SubscriptionRow): SubscriptionSnapshot => ({
  status: row.status,
  planId: row.planId,
  priceAmount: row.priceAmount,
  priceCurrency: row.priceCurrency,
  quantity: row.quantity,
  trialPriceAmount: row.trialPriceAmount,
  anchor: row.anchor,
  trialEndsAt: row.trialEndsAt,
  currentPeriodStart: row.currentPeriodStart,
  currentPeriodEnd: row.currentPeriodEnd,
  nextBillingDate: row.nextBillingDate,
  requestedEndAt: row.requestedEndAt,
  scheduledPlanId: row.scheduledPlanId,
  scheduledPriceAmount: row.scheduledPriceAmount,
  scheduledQuantity: row.scheduledQuantity,
  periodCostAmount: row.periodCostAmount,
  periodPaidAmount: row.periodPaidAmount,
  balanceAmount: row.balanceAmount,
  deferredCostAmount: row.deferredCostAmount,
  creditEntries: row.creditEntries,
  paidTax: row.paidTax,
  discount: row.discount,
  periodDiscount: row.periodDiscount,
  periodPaymentId: row.periodPaymentId,
  owedClaimId: row.owedClaimId,
  lostPaymentId: row.lostPaymentId,
})

/** The columns that restore a stored state. */
export const columnsOfSnapshot = (state: SubscriptionSnapshot): SubscriptionChange => ({
  ...state,
  creditEntries: asColumn(state.creditEntries),
  paidTax: asColumn(state.paidTax),
  discount: asColumn(state.discount),
  periodDiscount: asColumn(state.periodDiscount),
})

const asColumn = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))

const inJson = new Set<string>(['creditEntries', 'paidTax', 'discount', 'periodDiscount'])

/** A column's value in the form in which a loaded row has it. A change contains jsonb columns as text. */
const asRead = (column: string, value: unknown): unknown =>
  inJson.has(column) && typeof value === 'string' ? JSON.parse(value) : value
