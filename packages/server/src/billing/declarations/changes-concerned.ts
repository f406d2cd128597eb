import type { Timestamp } from '@billing-checkout/domain'
import type { ConsentRow, PaymentRow } from '../../store/rows.ts'
import type { PlanChange } from '../../store/schema/plan-change.ts'
import type { ConcernedSubscription } from './named-contracts.ts'

/** A plan change from which the consumer may be withdrawing. */
export interface MadeChange {
  /** The receipt of the consumer's consent; undefined if the merchant sold the change on a page of their own. */
  readonly consent: ConsentRow | undefined
  /** The payment for the change; undefined if it charged nothing. */
  readonly payment: PaymentRow | undefined
  readonly at: Timestamp
  /**
   * The subscription's record of this change, with the state before and after it; null if there is no consent, if a later change followed,
   * or if this change was undone.
   */
  readonly remembered: PlanChange | null
}

interface ChangesConcerned {
  /** In the order in which they were made. */
  readonly changes: readonly MadeChange[]
  /** Whether the declaration names one change by its payment or consent. If so, `changes` has only that change. */
  readonly isNamed: boolean
}

/**
 * Returns the changes that a declaration may concern: the named change, or else all changes except those that were undone or whose payment
 * failed.
 */
export const changesConcerned = (
  { subscription: { planChange }, payments }: ConcernedSubscription,
  consents: readonly ConsentRow[],
  named: string | null,
): ChangesConcerned => {
  const agreed = consents.filter(({ purpose }) => purpose === 'change_plan')
  const paid = payments
    .filter(({ purpose }) => purpose === 'change_plan')
    .map((payment) => ({
      consent: agreed.find(({ paymentId }) => paymentId === payment.id),
      payment,
      at: payment.createdAt,
    }))
  const free = agreed
    .filter(({ paymentId }) => paymentId === null)
    .map((consent) => ({ consent, payment: undefined, at: consent.createdAt }))
  const changes = [...paid, ...free]
    .toSorted((one, other) => (one.at < other.at ? -1 : 1))
    .map((change) => {
      const last = planChange !== null && change.consent?.id === planChange.consentId ? planChange : null
      const isUndone = last !== null && last.isUndone
      return { ...change, isUndone, remembered: isUndone ? null : last }
    })
  const name = named?.trim()
  const matching =
    name === undefined ? [] : changes.filter(({ consent, payment }) => name === consent?.id || name === payment?.id)
  return matching.length > 0
    ? { changes: matching, isNamed: true }
    : { changes: changes.filter((change) => !change.isUndone && !isDeclined(change)), isNamed: false }
}

const isDeclined = ({ payment }: Pick<MadeChange, 'payment'>): boolean =>
  payment !== undefined && ['DECLINED', 'FAILED', 'CANCELLED'].includes(payment.paymentStatus)

/**
 * For a change without a payment: the price of the new period that the change began and paid with credit, in minor units. Returns 0 if the
 * change began no new period or if `remembered` is null.
 */
export const priceOfChange = ({ remembered }: MadeChange): number => {
  if (remembered === null) return 0
  const { before, after } = remembered
  return before.currentPeriodStart === after.currentPeriodStart ? 0 : after.periodCostAmount
}
