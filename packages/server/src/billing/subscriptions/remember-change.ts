import type { PlanChange, StateOfPlan } from '../../store/schema/plan-change.ts'
import type { PaymentRow, SubscriptionChange, SubscriptionRow } from '../../store/rows.ts'

/** How a plan was changed. */
type MadeChange = Pick<PlanChange, 'at'> & Partial<Omit<PlanChange, 'at' | 'before' | 'after'>>

/** A change of plan with the column that keeps what it replaces, so that a withdrawal from it can restore that (DECISIONS 207). */
export const rememberChange = (
  before: SubscriptionRow,
  change: SubscriptionChange,
  { at, paymentId = null, consentId = null, creditMinor = 0, creditsUnusedTime = false }: MadeChange,
): SubscriptionChange => {
  const state = stateOf(before)
  const made = Object.fromEntries(
    Object.entries(change).flatMap(([column, value]) =>
      value === undefined || !(column in state) ? [] : [[column, asRead(column, value)]],
    ),
  )
  return {
    ...change,
    planChange: JSON.stringify({
      at,
      paymentId,
      consentId,
      creditMinor,
      creditsUnusedTime,
      before: state,
      after: { ...state, ...made },
    } satisfies PlanChange),
  }
}

/** The columns that a payment for another plan changes; a payment that begins the same plan again replaces nothing. */
export const rememberPaidChange = (
  before: SubscriptionRow,
  change: SubscriptionChange,
  { payment, creditsUnusedTime }: { readonly payment: PaymentRow; readonly creditsUnusedTime: boolean },
): SubscriptionChange => {
  const { id: paymentId, createdAt: at, purpose, consent, creditAmount: creditMinor } = payment
  if (purpose !== 'change_plan') return change
  const consentId = consent === null ? null : `consent_${paymentId.slice(4)}`
  return rememberChange(before, change, { at, paymentId, consentId, creditMinor, creditsUnusedTime })
}

/** A subscription's plan, period and money, as a change of plan may replace them. */
export const stateOf = (row: SubscriptionRow): StateOfPlan => ({
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
  scheduledPlanId: row.scheduledPlanId,
  scheduledPriceAmount: row.scheduledPriceAmount,
  scheduledQuantity: row.scheduledQuantity,
  periodCostAmount: row.periodCostAmount,
  periodPaidAmount: row.periodPaidAmount,
  balanceAmount: row.balanceAmount,
  creditEntries: row.creditEntries,
  paidTax: row.paidTax,
  discount: row.discount,
  periodDiscount: row.periodDiscount,
  periodPaymentId: row.periodPaymentId,
  owedClaimId: row.owedClaimId,
  lostPaymentId: row.lostPaymentId,
})

/** The columns of a state that was kept. */
export const columnsOf = (state: StateOfPlan): SubscriptionChange => ({
  ...state,
  creditEntries: written(state.creditEntries),
  paidTax: written(state.paidTax),
  discount: written(state.discount),
  periodDiscount: written(state.periodDiscount),
})

const written = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))

const inJson = new Set<string>(['creditEntries', 'paidTax', 'discount', 'periodDiscount'])

/** A column's value as a row has it: a change has the text of a jsonb column. */
const asRead = (column: string, value: unknown): unknown =>
  inJson.has(column) && typeof value === 'string' ? JSON.parse(value) : value
