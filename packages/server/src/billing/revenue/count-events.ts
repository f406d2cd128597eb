import type { CurrencyCode, RevenueMovement, Subscription } from '@billing-checkout/contract'
import {
  convertMoney,
  type CurrentRevenue,
  type DiscountOff,
  monthlyAmountInStatus,
  monthlyRevenue,
  type RateTable,
  revenueChange,
  type TaxRule,
} from '@billing-checkout/domain'
import { toUsd } from '../../exchange/to-usd.ts'
import type { CommittedEvent } from '../../store/events/find-events-after.ts'
import type { CountedRow, RevenueDayRow } from './counted-rows.ts'

/** What is known about the subscriptions of some events before these events are counted. */
export interface KnownSubscriptions {
  readonly counted: readonly CountedRow[]
  /** The tax rule of each subscription that has one. */
  readonly taxRules: ReadonlyMap<string, TaxRule>
}

/** The subscriptions as counted after some events, and the change of revenue on each day. */
export interface CountedEvents {
  readonly counted: readonly CountedRow[]
  readonly days: readonly RevenueDayRow[]
}

/** Counts how events of subscriptions change the recurring revenue, in the order of the events. */
export const countEvents = (
  events: readonly CommittedEvent[],
  { counted, taxRules }: KnownSubscriptions,
  rates: RateTable | undefined,
): CountedEvents => {
  const rows = new Map(counted.map((row) => [row.subscriptionId, row]))
  const days = new Map<string, RevenueDayRow>()
  for (const { object, createdAt } of events) {
    const subscription = object as unknown as Subscription
    const before = rows.get(subscription.id)
    const after = countSubscription(subscription, before, taxRules.get(subscription.id) ?? null, rates)
    if (after === undefined) continue
    rows.set(subscription.id, after)
    const endedUnpaid = subscription.cancellation?.source === 'unpaid'
    for (const change of changesOf(before && withUsdAmount(before, after), { ...after, endedUnpaid }))
      addTo(days, { day: createdAt.slice(0, 10), ...change })
  }
  return { counted: [...rows.values()], days: [...days.values()] }
}

/** A subscription as counted after an event; undefined if it has never brought any revenue. */
const countSubscription = (
  { id, status, plan, quantity, discount }: Subscription,
  before: CountedRow | undefined,
  tax: TaxRule | null,
  rates: RateTable | undefined,
): CountedRow | undefined => {
  if (plan.interval === null || plan.interval_count === null) return undefined
  const monthly = monthlyRevenue({
    unitPrice: plan.price.amount,
    quantity,
    off: discount && offOf(discount),
    interval: plan.interval,
    intervalCount: plan.interval_count,
    tax,
  })
  const amount = monthlyAmountInStatus(status, monthly, before)
  if (before === undefined && amount === 0) return undefined
  const currency = plan.price.currency
  const frozen = before?.currencyCode === currency ? before.usdPerUnit : null
  const rate = frozen ?? (currency === 'USD' ? '1/1' : (toUsd(0, currency, rates)?.usdPerUnit ?? null))
  return {
    subscriptionId: id,
    status,
    currencyCode: currency,
    amount,
    usdPerUnit: rate,
    amountUsd: rate === null ? null : inUsd(amount, currency, rate),
  }
}

const offOf = ({ percent_off: percent, amount_off: amount }: NonNullable<Subscription['discount']>): DiscountOff => {
  if (percent !== null) return { kind: 'percent', hundredths: Math.round(percent * 100) }
  if (amount === null) throw new TypeError('A discount takes off either a percentage or an amount.')
  return { kind: 'amount', ...amount }
}

/** Converts a counted subscription's revenue to US dollars at the current rate, if no rate was known when it was counted. */
const withUsdAmount = (before: CountedRow, { currencyCode, usdPerUnit }: CountedRow): CountedRow =>
  before.usdPerUnit !== null || usdPerUnit === null || before.currencyCode !== currencyCode
    ? before
    : { ...before, usdPerUnit, amountUsd: inUsd(before.amount, currencyCode, usdPerUnit) }

const inUsd = (amount: number, currency: CurrencyCode, usdPerUnit: string): number => {
  const [numerator = '0', denominator = '1'] = usdPerUnit.split('/')
  return convertMoney(amount, currency, 'USD', { numerator: BigInt(numerator), denominator: BigInt(denominator) })
}

type Change = Omit<RevenueDayRow, 'day'>
type CountedNowRow = CountedRow & CurrentRevenue

/** The changes between two counts of a subscription: none or one, or up to two if the currency changed. */
const changesOf = (before: CountedRow | undefined, after: CountedNowRow): readonly Change[] => {
  if (before === undefined || before.currencyCode === after.currencyCode) return changeOf(before, after)
  const none = { amount: 0, amountUsd: 0 }
  return [
    ...changeOf(before, { ...before, ...none, status: after.status, endedUnpaid: after.endedUnpaid }),
    ...changeOf({ ...after, ...none }, after),
  ]
}

const changeOf = (before: CountedRow | undefined, after: CountedNowRow): readonly Change[] => {
  const change = revenueChange(before, after)
  if (change === null) return []
  const { movement, amount } = change
  return [{ movement, amount, amountUsd: usdDifference(after, before), currencyCode: after.currencyCode, count: 1 }]
}

const usdDifference = (after: CountedRow, before: CountedRow | undefined): number | null => {
  const former = before === undefined ? 0 : before.amountUsd
  return after.amountUsd === null || former === null ? null : after.amountUsd - former
}

const addTo = (days: Map<string, RevenueDayRow>, row: RevenueDayRow): void => {
  const key = keyOf(row)
  const sum = days.get(key)
  days.set(key, sum === undefined ? row : sumOf(sum, row))
}

const keyOf = ({ day, currencyCode, movement }: { day: string; currencyCode: string; movement: RevenueMovement }) =>
  `${day} ${currencyCode} ${movement}`

const sumOf = (one: RevenueDayRow, other: RevenueDayRow): RevenueDayRow => ({
  ...one,
  amount: one.amount + other.amount,
  amountUsd: one.amountUsd === null || other.amountUsd === null ? null : one.amountUsd + other.amountUsd,
  count: one.count + other.count,
})
