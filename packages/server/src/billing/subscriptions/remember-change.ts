import type { PlanChange, StateOfPlan } from '../../store/schema/plan-change.ts'
import { consentIdOfPayment } from '../../presenters/payments/consent-ids.ts'
import type { PaymentRow, SubscriptionChange, SubscriptionRow } from '../../store/rows.ts'
import type { Write } from '../../store/write.ts'
import { noScheduledChange } from './processed-columns.ts'

/** How a consumer changed a plan. */
type ChangeFacts = Pick<PlanChange, 'paymentId' | 'consentId' | 'creditMinor'>

/** A change of plan with the column that keeps what it replaces, so that a withdrawal from it can restore that (DECISIONS 207). */
export const rememberChange = async (
  { db }: Write,
  before: SubscriptionRow,
  change: SubscriptionChange,
  made: ChangeFacts,
): Promise<SubscriptionChange> => {
  const state = planStateOf(before)
  const changed = Object.fromEntries(
    Object.entries(change).flatMap(([column, value]) =>
      value === undefined || !(column in state) ? [] : [[column, asRead(column, value)]],
    ),
  )
  const earlier =
    before.periodPaymentId === null
      ? undefined
      : await db
          .selectFrom('payments')
          .select(['refundedAmount', 'disputedAmount'])
          .where('id', '=', before.periodPaymentId)
          .executeTakeFirst()
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

/** The columns that a payment changes, which may be for another plan. One without a consent is not remembered. */
export const rememberPaidChange = async (
  work: Write,
  before: SubscriptionRow,
  change: SubscriptionChange,
  { id: paymentId, purpose, consent, creditAmount: creditMinor }: PaymentRow,
): Promise<SubscriptionChange> =>
  purpose === 'change_plan' && consent !== null
    ? rememberChange(work, before, change, { paymentId, consentId: consentIdOfPayment(paymentId), creditMinor })
    : { ...change, ...noPlanChange }

/** The column of a subscription with nothing to undo: its merchant changed it. */
export const noPlanChange = { planChange: null } as const

/** The columns of a subscription without its scheduled change. If that is the remembered one, it is undone. */
export const withoutScheduledChange = ({ scheduledPlanId, planChange }: SubscriptionRow): SubscriptionChange => ({
  ...noScheduledChange,
  ...(scheduledPlanId !== null && planChange?.after.scheduledPlanId === scheduledPlanId
    ? planChangeColumn({ ...planChange, isUndone: true })
    : noPlanChange),
})

/** The column that keeps a change of plan. */
export const planChangeColumn = (change: PlanChange): Pick<SubscriptionChange, 'planChange'> => ({
  planChange: JSON.stringify(change),
})

/** What a payment has given back, disputes included, in minor units. */
export const givenBackOf = ({
  refundedAmount,
  disputedAmount,
}: Pick<PaymentRow, 'refundedAmount' | 'disputedAmount'>): number => refundedAmount + disputedAmount

/** A subscription's plan, period and money, as a change of plan may replace them. */
export const planStateOf = (row: SubscriptionRow): StateOfPlan => ({
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

/** The columns of a state that was kept. */
export const columnsOfPlanState = (state: StateOfPlan): SubscriptionChange => ({
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
