import { secondsLeft, secondsBetween, proportionalShare } from './naive-shares.ts'

/** The part of the credit that comes from one payment, in minor units. */
export interface Entry {
  readonly id: string
  readonly minor: number
}

/**
 * A subscriber's running period and credit, in minor units. The period was paid by `paidBy`; the credit comes from the payments in
 * `entries`.
 */
export interface Credit {
  readonly start: number
  readonly end: number
  /** The cost of the running period. If a change is prorated, the unused share of this cost becomes credit. */
  readonly cost: number
  /**
   * The part of the cost that the period's own payment paid, less refunds and disputes. If that payment also collected a surcharge, the
   * surcharge is not included.
   */
  readonly paid: number
  /** Credit; if negative, a surcharge on the next charge. */
  readonly balance: number
  /** The payments from which the credit comes, including credit that was spent on the running period; oldest first. */
  readonly entries: readonly Entry[]
  /** The payment that paid the running period; null if credit paid it. */
  readonly paidBy: string | null
  /** The part of the cost that the next charge collects, because a change that is billed later exchanged the rest of the period. */
  readonly collectedLater: number
  /** Whether a refund or dispute took some credit since the running period began. */
  readonly lostCredit: boolean
}

/** Whether a refund or dispute took back credit that had been spent on the running period, so that the credit is owed. */
export const owesCredit = ({ lostCredit, balance, collectedLater }: Credit): boolean =>
  lostCredit && balance + collectedLater < 0

/** The share of an amount for the running period that is unused at a time. */
export const unusedOf = ({ start, end }: Pick<Credit, 'start' | 'end'>, amount: number, at: number): number =>
  proportionalShare(amount, secondsLeft(start, end, at), secondsBetween(start, end))

/** Increases the credit that comes from a payment, or lowers it if `more` is negative. */
export const withEntry = (entries: readonly Entry[], id: string | null, more: number): readonly Entry[] => {
  if (id === null || more === 0) return entries
  const known = entries.some((entry) => entry.id === id)
  const all = known
    ? entries.map((entry) => (entry.id === id ? { id, minor: entry.minor + more } : entry))
    : [...entries, { id, minor: more }]
  return all.filter(({ minor }) => minor > 0)
}

/**
 * Turns the unused share of the running period into credit. The same share of the money that the period's payment paid becomes that
 * credit's source.
 */
export const exchangeRest = <It extends Credit>(it: It, at: number): It => ({
  ...it,
  balance: it.balance + unusedOf(it, it.cost, at),
  entries: withEntry(it.entries, it.paidBy, unusedOf(it, it.paid, at)),
})

/** Removes the oldest entries first, until all entries together do not exceed the credit. */
export const trimEntries = (entries: readonly Entry[], balance: number): readonly Entry[] => {
  let over = entries.reduce((sum, { minor }) => sum + minor, 0) - Math.max(balance, 0)
  return entries.flatMap(({ id, minor }) => {
    const used = Math.min(Math.max(over, 0), minor)
    over -= used
    return used < minor ? [{ id, minor: minor - used }] : []
  })
}

/**
 * Moves the credit of a subscription to its customer. Credit that no entry explains gets `other` as its source. Entries of spent credit
 * stay, and so does a debt.
 */
export const moveCreditToCustomer = <It extends Credit>(
  it: It,
  other: string,
): { readonly rest: It; readonly moved: readonly Entry[] } => {
  const credit = Math.max(it.balance, 0)
  const brought = trimEntries(it.entries, credit)
  const known = brought.reduce((sum, { minor }) => sum + minor, 0)
  const entries = brought.reduce((all, { id, minor }) => withEntry(all, id, -minor), it.entries)
  return { rest: { ...it, balance: it.balance - credit, entries }, moved: withEntry(brought, other, credit - known) }
}

/** Takes an amount of a payment's credit from a subscription. A negative amount gives credit back. */
export const deductCredit = <It extends Credit>(it: It, id: string, minor: number): It => ({
  ...it,
  balance: it.balance - minor,
  entries: withEntry(it.entries, id, -minor),
  lostCredit: it.lostCredit || minor > 0,
})

/** What a refund or dispute took: from the credit, or from the running period. */
export interface RefundOrDisputeEffect {
  readonly ofBalance: number
  readonly ofCost: number
  readonly ofPaid: number
}

/** Takes back `back` of a payment's kept money (`kept`): the same share of its credit, or of the period that it paid. */
export const applyRefundOrDispute = <It extends Credit>(
  it: It,
  id: string,
  { back, kept }: { readonly back: number; readonly kept: number },
): { readonly it: It; readonly taken: RefundOrDisputeEffect } => {
  const entry = it.entries.find((each) => each.id === id)
  if (entry !== undefined) {
    const ofBalance = proportionalShare(entry.minor, back, kept)
    return { it: deductCredit(it, id, ofBalance), taken: { ofBalance, ofCost: 0, ofPaid: 0 } }
  }
  // If the payment paid for a past period, the subscription does not change.
  if (it.paidBy !== id) return { it, taken: { ofBalance: 0, ofCost: 0, ofPaid: 0 } }
  // The payment may also have paid a surcharge, so the period loses the same share as the payment.
  const gone = proportionalShare(it.paid, Math.min(back, kept), kept)
  const taken = { ofBalance: 0, ofCost: gone, ofPaid: gone }
  return { it: { ...it, cost: it.cost - gone, paid: it.paid - gone }, taken }
}

/** What happened to the period from which money was taken: it still runs, a change exchanged a share of it, or it is over. */
export type PeriodFate = 'runs' | 'over' | { readonly part: number; readonly whole: number }

/** Gives refunded or disputed money back to a subscription: restores what the refund or dispute took, as far as the period still exists. */
export const undoRefundOrDispute = <It extends Credit>(
  it: It,
  { id, isLost }: { readonly id: string; readonly isLost: boolean },
  taken: RefundOrDisputeEffect,
  fate: PeriodFate,
): It => {
  const isExchanged = typeof fate === 'object'
  const ofRest = (amount: number) => (isExchanged ? proportionalShare(amount, fate.part, fate.whole) : 0)
  const balance = it.balance + taken.ofBalance + ofRest(taken.ofCost)
  const runs = fate === 'runs'
  return {
    ...it,
    cost: it.cost + (runs ? taken.ofCost : 0),
    paid: it.paid + (runs && it.paidBy === id ? taken.ofPaid : 0),
    balance,
    // Money that never arrived cannot be refunded, so it is no source of credit.
    entries: withEntry(it.entries, isLost ? null : id, taken.ofBalance + ofRest(taken.ofPaid)),
  }
}

/** The money of a payment never arrived: adds its price to the next charge. */
export const addToNextCharge = <It extends Credit>(it: It, id: string, price: number): It => ({
  ...it,
  balance: it.balance - price,
  entries: it.entries.filter((entry) => entry.id !== id),
  paid: it.paidBy === id ? 0 : it.paid,
})
