import type { PaymentPurpose } from '#server/store/schema/payments.ts'
import type { PeriodFate, RefundOrDisputeEffect } from './credit.ts'
import type { WrittenPayment } from './history.ts'
import type { KnownCredit, KnownUse, TakenElsewhere } from './known-credit.ts'
import type { ExpectedPeriod } from './naive-calendar.ts'
import type { ExpectedDiscount } from './naive-discounts.ts'
import type { Quote } from './expected-changes.ts'
import type { OwedPeriod, ExpectedSubscription, SoldPlan } from './expected-subscription.ts'

/** A payment as the calculator knows it. */
export interface KnownPayment {
  readonly amount: number
  readonly subscription: string | null
  readonly purpose: PaymentPurpose
  readonly claim: string
  readonly plan: SoldPlan
  /** The discount of the purchase for which the payment pays; null for none. */
  readonly discount: ExpectedDiscount | null
  /** The part of the purchase that was too small to be charged. */
  readonly leftover: number
  readonly status: WrittenPayment['status']
  /** The quote of a change or recovery; null for other payments. */
  readonly quote: Quote | null
  readonly owed: OwedPeriod | null
  readonly withTrial: boolean
  /** Whether the payment covers the price of a whole period, in money or in earlier credit. */
  readonly isWhole: boolean
  readonly begunAt: number
}

/** A refund or dispute that took back money of a payment, and what it took from the payment's subscription. */
export interface KnownRefundOrDispute {
  readonly payment: string
  readonly subscription: string | null
  readonly amount: number
  /** What the refund or dispute took; null until the subscription counts it. */
  readonly taken: RefundOrDisputeEffect | null
  /** Credit that the refund or dispute took after the credit had left that subscription. */
  readonly elsewhere: readonly TakenElsewhere[]
  /** What happened to the period from which the money was taken. */
  readonly fate: PeriodFate
}

/** The calculator's state: everything it knows, and what it found in the current transaction. */
export interface Ledger {
  readonly plans: ReadonlyMap<string, SoldPlan>
  readonly discounts: ReadonlyMap<string, ExpectedDiscount>
  /** The days after the first decline on which a charge is retried. */
  readonly days: readonly number[]
  readonly all: Map<string, ExpectedSubscription>
  readonly payments: Map<string, KnownPayment>
  /** Credit of customers, the oldest first, by id. */
  readonly credits: Map<string, KnownCredit>
  /** What purchases took from the credit. */
  readonly uses: Map<string, KnownUse>
  /** Refunds and disputes that have taken money, by id. */
  readonly refundsAndDisputes: Map<string, KnownRefundOrDispute>
  /** Disputes that are not counted while a change is being paid. */
  readonly waiting: Set<string>
  /** Detached methods. */
  readonly detached: Set<string>
  /** Plans whose trial has been used. A used trial counts for every customer, because all customers have the same e-mail address. */
  readonly trials: Set<string>
  /** The sum of all charges, less what went back, by currency. */
  readonly took: Map<string, number>
  /** Renewals that were paid although the subscription no longer renewed. */
  readonly unwanted: Set<string>
  /** Violations in the transaction, a sentence each. */
  readonly violations: string[]
  /** Subscriptions that the calculator has followed in the transaction. */
  readonly touched: Set<string>
  /** Periods that were skipped in the transaction and are never charged. */
  readonly skipped: string[]
  /** How often each coverage point was reached. */
  readonly reached: Map<CoveragePoint, number>
}

/** What the stories must reach. Otherwise parts of the calculator were not tested. */
export const coveragePoints = [
  'money behind credit went back',
  'credit that was spent is owed',
  'money of the running period went back',
  'money came back to credit',
  'money came back to its period',
  'money came back to a period that had become credit',
  'money behind credit never arrived',
  'the money of the running period never arrived',
  'a period that was owed was written off',
  'a first period began when its outcome was known',
  'a late renewal skipped periods',
  'credit moved to the customer',
  'credit of a customer was spent',
  'a payment that held credit came to nothing',
  'moved credit was taken back',
  'a purchase was discounted',
  'a renewal was discounted',
  'a change was discounted',
  'the last discounted period was paid',
  'a change of plan ended a discount',
  'a quantity changed at once',
  'a quantity changed later',
  'a quantity changed at the end of the period',
] as const

/** What the same stories may also reach. It is counted, but hundreds of seeds may not reach it. */
type RareTurn =
  | 'credit that a payment held was taken back'
  | 'credit that another subscription received was taken back'
  | 'moved credit came back'
  | 'a change was scheduled'
  | 'a scheduled change was taken back'

/** What a story may reach. */
export type CoveragePoint = (typeof coveragePoints)[number] | RareTurn

/** Records that a coverage point was reached. */
export const recordCoverage = ({ reached }: Ledger, turn: CoveragePoint): void =>
  void reached.set(turn, (reached.get(turn) ?? 0) + 1)

/** An empty ledger. */
export const openLedger = (sold: Pick<Ledger, 'plans' | 'discounts' | 'days'>): Ledger => ({
  ...sold,
  all: new Map(),
  payments: new Map(),
  credits: new Map(),
  uses: new Map(),
  refundsAndDisputes: new Map(),
  waiting: new Set(),
  detached: new Set(),
  trials: new Set(),
  took: new Map(),
  unwanted: new Set(),
  violations: [],
  touched: new Set(),
  skipped: [],
  reached: new Map(),
})

/** Stores the new state of a subscription. */
export const storeSubscription = ({ all, touched }: Ledger, it: ExpectedSubscription): void => {
  all.set(it.id, it)
  touched.add(it.id)
}

/** Records what happened to the period that a subscription leaves. */
export const leavePeriod = ({ refundsAndDisputes }: Ledger, id: string, fate: PeriodFate): void => {
  for (const [key, back] of refundsAndDisputes) {
    if (back.subscription === id && back.fate === 'runs') refundsAndDisputes.set(key, { ...back, fate })
  }
}

/** Stores a renewed subscription and the periods that it skipped. */
export const storeRenewal = (
  ledger: Ledger,
  { it, skipped }: { readonly it: ExpectedSubscription; readonly skipped: readonly ExpectedPeriod[] },
): void => {
  if (skipped.length > 0) recordCoverage(ledger, 'a late renewal skipped periods')
  for (const stretch of skipped) noteSkipped(ledger, it.id, stretch)
  if (!ledger.all.get(it.id)!.lost) leavePeriod(ledger, it.id, 'over')
  storeSubscription(ledger, it)
}

/** Records a period that is not charged. */
export const noteSkipped = (
  { skipped }: Ledger,
  id: string,
  { start, end }: { readonly start: number; readonly end: number },
): void => void skipped.push(`${id} ${start} ${end}`)

/** Whether the merchant has the money, or is about to get it. */
export const isAuthorizedOrCaptured = (status: WrittenPayment['status']): boolean =>
  ['AUTHORIZED', 'SETTLING', 'SETTLED'].includes(status)

/** Whether a subscription is charged when it is due. */
export const isRenewing = ({ status }: ExpectedSubscription): boolean =>
  status !== 'cancelled' && status !== 'scheduled_for_cancellation'
