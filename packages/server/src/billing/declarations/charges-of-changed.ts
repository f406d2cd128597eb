import {
  type ChargeOfChanged,
  customerCreditIn,
  discountedPrice,
  isCaptured,
  required,
  withTax,
} from '@billing-checkout/domain'
import { oneOf } from '../../store/queries/one-of.ts'
import type { PaymentRow } from '../../store/rows.ts'
import type { FrozenClaim } from '../../store/schema/claims.ts'
import type { PlanChange } from '../../store/schema/plan-change.ts'
import type { Write } from '../../store/write.ts'
import type { ConcernedSubscription } from './named-contracts.ts'
import { chargeUnder } from './charge-under.ts'

/** A charge of a changed subscription, and the payment that made it; null for a period that credit paid for. */
export interface PaidOfChanged {
  readonly payment: PaymentRow | null
  readonly charge: ChargeOfChanged
}

/** What a subscription was charged for before and since its plan was changed, in the order of payment. */
export const chargesOfChanged = async (
  { db }: Write,
  { subscription, payments }: ConcernedSubscription,
  change: PlanChange,
): Promise<readonly PaidOfChanged[]> => {
  const paid = payments
    .filter(({ paymentStatus }) => isCaptured(paymentStatus))
    .toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1))
  const claims =
    paid.length === 0
      ? []
      : await db
          .selectFrom('claims')
          .select(['id', 'quote'])
          .where('id', '=', oneOf(paid.map(({ claimId }) => claimId)))
          .execute()
  const quotes = new Map(claims.map(({ id, quote }) => [id, quote]))
  const quoteOf = ({ claimId }: PaymentRow): FrozenClaim => required(quotes.get(claimId), 'claim', claimId)
  const exchanged = exchangedBy(change, paid, quoteOf)
  const charged = paid.map((payment): PaidOfChanged => {
    const quote = quoteOf(payment)
    const isLeft = payment.id === change.before.periodPaymentId
    const isSince = payment.createdAt >= change.at
    const own = chargeUnder(subscription, payment, quote)
    return {
      payment,
      charge: {
        ...own,
        priceMinor:
          isLeft && keepsPeriod(change) ? pricedNow(change) : (priceOfPeriod(quote, payment) ?? own.priceMinor),
        period: isLeft && !isSince ? periodOf(change.before) : own.period,
        creditMinor: customerCreditIn(quote.draft),
        made: isSince ? 'since' : exchanged.has(payment.id) ? 'exchanged' : 'before',
        leftAt: leftAt(payment, paid, change),
      },
    }
  })
  return keepsPeriod(change) || change.paymentId !== null ? charged : withFreePeriod(charged, change)
}

/** Whether a change left the running period as it was. */
const keepsPeriod = ({ before, after }: PlanChange): boolean => before.currentPeriodStart === after.currentPeriodStart

const periodOf = ({ currentPeriodStart: start, currentPeriodEnd: end }: PlanChange['before']) => ({ start, end })

/** What the running period costs after a change, with tax. */
const pricedNow = ({ after }: PlanChange): number => withTax(after.periodCostAmount, after.paidTax)

/** The whole price of a period, whatever paid for it; undefined for a payment that paid for no period at the plan's price. */
const priceOfPeriod = ({ terms, withTrial, draft }: FrozenClaim, { purpose }: PaymentRow): number | undefined =>
  withTrial || !pricedPurposes.has(purpose) ? undefined : withTax(discountedPrice(terms), draft.tax.rule)

const pricedPurposes: ReadonlySet<PaymentRow['purpose']> = new Set(['subscribe', 'change_plan', 'recover', 'renew'])

/** The payments whose unused time pays for the changed plan: those of the period that it left, and of the periods which that one replaced. */
const exchangedBy = (
  change: PlanChange,
  paid: readonly PaymentRow[],
  quoteOf: (payment: PaymentRow) => FrozenClaim,
): ReadonlySet<string> => {
  const exchanged = new Set<string>()
  let id = change.creditsUnusedTime || keepsPeriod(change) ? change.before.periodPaymentId : null
  while (id !== null && !exchanged.has(id)) {
    exchanged.add(id)
    const payment = paid.find((each) => each.id === id)
    const quote = payment && quoteOf(payment)
    id = quote?.creditsUnusedTime ? (quote.quotedOn?.periodPaymentId ?? null) : null
  }
  return exchanged
}

/** When a later change, or a new beginning, ended what a payment paid for; null if none did. */
const leftAt = (payment: PaymentRow, paid: readonly PaymentRow[], change: PlanChange): string | null => {
  const restarts = paid
    .filter(({ purpose, createdAt }) => restarting.has(purpose) && createdAt > payment.createdAt)
    .map(({ createdAt }) => createdAt)
  const isReplaced = !keepsPeriod(change) && payment.createdAt < change.at
  return [...restarts, ...(isReplaced ? [change.at] : [])].toSorted()[0] ?? null
}

const restarting: ReadonlySet<PaymentRow['purpose']> = new Set(['change_plan', 'recover'])

/** The charges with the period that credit alone paid for. */
const withFreePeriod = (charged: readonly PaidOfChanged[], change: PlanChange): readonly PaidOfChanged[] => {
  const free: PaidOfChanged = {
    payment: null,
    charge: {
      priceMinor: pricedNow(change),
      paidMinor: 0,
      refundedMinor: 0,
      creditMinor: change.creditMinor,
      period: periodOf(change.after),
      made: 'since',
      leftAt: null,
    },
  }
  const at = charged.findIndex(({ charge }) => charge.made === 'since')
  return at === -1 ? [...charged, free] : charged.toSpliced(at, 0, free)
}
