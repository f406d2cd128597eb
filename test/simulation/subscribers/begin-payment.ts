import type { Cause } from './cause.ts'
import { creditLeft, holdCredit } from './customer-credit.ts'
import { isoTextOf } from './differences.ts'
import type { WrittenPayment } from './history.ts'
import { type KnownPayment, type Ledger, storeSubscription, recordCoverage, isRenewing } from './ledger.ts'
import { quotedTermsOf } from './quoted-terms-of.ts'
import { quoteChange, quoteReturn } from './expected-changes.ts'
import { costOfCycle } from './naive-amounts.ts'
import { type ExpectedDiscount, priceWithDiscount } from './naive-discounts.ts'
import {
  onScheduledPlan,
  planInQuantity,
  owedPeriodOf,
  withLostMoneyOwed,
  type ExpectedSubscription,
  type SoldPlan,
} from './expected-subscription.ts'

/** Records a new payment, and checks that the payment is due and has the due amount and the plan's currency. */
export const beginPayment = (ledger: Ledger, payment: WrittenPayment, cause: Cause, now: number): void => {
  const { claim, subscription, purpose } = payment
  const due = dueFor(ledger, payment, cause, now)
  if (payment.amount !== due.amount) {
    ledger.violations.push(`Payment ${payment.id} to ${purpose} is over ${payment.amount}; ${due.amount} is due.`)
  }
  if (payment.currency !== ledger.plans.get(payment.plan)!.currency) {
    ledger.violations.push(`Payment ${payment.id} is in ${payment.currency}.`)
  }
  const nothing = { quote: null, owed: null, discount: null, leftover: 0, withTrial: false, isWhole: true } as const
  const begunAt = Date.parse(payment.begun)
  const plan = ledger.plans.get(payment.plan)!
  const { spent = 0, ...rest } = due
  if (spent > 0) recordCoverage(ledger, 'credit of a customer was spent')
  holdCredit(ledger, { customer: payment.customer, currency: plan.currency }, payment.id, spent)
  ledger.payments.set(payment.id, { ...nothing, status: 'PENDING', claim, subscription, purpose, begunAt, ...rest })
}

interface Due
  extends
    Pick<KnownPayment, 'amount' | 'plan'>,
    Partial<Pick<KnownPayment, 'quote' | 'owed' | 'discount' | 'leftover' | 'withTrial' | 'isWhole'>> {
  /** The customer's credit that the payment spends. */
  readonly spent?: number
}

/** The quantity that a request names; `undefined` if it names none. */
const quantityIn = (cause: Cause): number | undefined => {
  if ('quantity' in cause) return cause.quantity
  return cause.kind === 'ask' ? cause.plan?.quantity : undefined
}

const dueFor = (ledger: Ledger, payment: WrittenPayment, cause: Cause, now: number): Due => {
  const unit = ledger.plans.get(payment.plan)!
  const quantity = quantityIn(cause)
  const plan = quantity === undefined ? unit : planInQuantity(unit, quantity)
  const it = payment.subscription === null ? undefined : ledger.all.get(payment.subscription)
  const creditOfCustomer = creditLeft(ledger, { customer: payment.customer, currency: plan.currency })
  switch (payment.purpose) {
    case 'subscribe': {
      const mayTry = !ledger.trials.has(plan.id) || (cause.kind === 'subscribe' && cause.trial === 'always')
      const isTried = plan.trial !== null && mayTry
      const named = cause.kind === 'subscribe' ? cause.discount : null
      const discount = named === null ? null : ledger.discounts.get(named)!
      if (discount !== null && !isTried) recordCoverage(ledger, 'a purchase was discounted')
      const price = isTried ? plan.trial.price : priceWithDiscount(discount, plan)
      const { due: amount, net, spent } = costOfCycle({ ...plan, price }, 0, 'charged', creditOfCustomer)
      const bought = { plan, discount, leftover: net - amount, amount, spent }
      return { ...bought, ...(isTried && { withTrial: true, isWhole: false }) }
    }
    case 'change_plan': {
      const { mode, at } = quotedTermsOf(cause, now)
      const quote = quoteChange(it!, plan, { mode, at, creditOfCustomer })
      recordDiscountChange(ledger, it!, plan, quote.discount)
      if (it!.plan.quantity !== plan.quantity) recordCoverage(ledger, 'a quantity changed at once')
      const { due: amount, spent, whole } = quote.start
      // If unused time became credit that the price uses up, the payment covers only the remaining price, not a whole period.
      const rest = costOfCycle(
        { ...plan, price: priceWithDiscount(quote.discount, plan) },
        it!.balance,
        'charged',
      ).whole
      return { plan, amount, spent, quote, isWhole: !quote.isExchanged || whole === rest }
    }
    case 'recover': {
      const quote = quoteReturn(it!, { at: quotedTermsOf(cause, now).at, now, creditOfCustomer })
      return { plan: it!.plan, amount: quote.start.due, spent: quote.start.spent, quote }
    }
    case 'renew':
      return beginRenewal(ledger, payment, it!, now)
    default:
      return { plan: it?.plan ?? plan, amount: 0 }
  }
}

/** Records what a plan change does to a discount. */
export const recordDiscountChange = (
  ledger: Ledger,
  { discount, plan: { id } }: ExpectedSubscription,
  plan: SoldPlan,
  after: ExpectedDiscount | null,
): void => {
  if (after !== null) recordCoverage(ledger, 'a change was discounted')
  else if (discount !== null && id !== plan.id) recordCoverage(ledger, 'a change of plan ended a discount')
}

const beginRenewal = (ledger: Ledger, payment: WrittenPayment, before: ExpectedSubscription, now: number): Due => {
  const it = onScheduledPlan(withLostMoneyOwed(before, now))
  const owed = owedPeriodOf(it)
  const { violations } = ledger
  if (!isRenewing(it)) violations.push(`${it.id} is ${it.status} and was charged.`)
  if (it.next === null || now < it.next)
    violations.push(`${it.id} was charged at ${isoTextOf(now)}, before ${isoTextOf(it.next)}.`)
  if (now < it.restsUntil) violations.push(`${it.id} was charged twice within a day.`)
  if (!it.lost && now < it.end) violations.push(`${it.id} was charged for a period that has not begun.`)
  if (payment.plan !== owed.plan.id)
    violations.push(`${it.id} was charged for plan ${payment.plan}, not ${owed.plan.id}.`)
  if (payment.method !== it.method) violations.push(`${it.id} was charged to ${payment.method}, not ${it.method}.`)
  storeSubscription(ledger, { ...it, owed })
  if (owed.discount !== null) recordCoverage(ledger, 'a renewal was discounted')
  return { plan: owed.plan, amount: owed.amount, owed, isWhole: owed.isWhole }
}
