import { left, seconds, share } from './naive-shares.ts'

/** The part of the credit that is the money of one payment, in minor units. */
export interface Entry {
  readonly id: string
  readonly minor: number
}

/**
 * What a subscriber has, in minor units: their running period, and credit. Every part has a source: the payment by
 * which the period was paid, or the payments in the entries.
 */
export interface Credit {
  readonly start: number
  readonly end: number
  /** What the running period costs: the unused share of it becomes credit where a change is prorated. */
  readonly cost: number
  /** The part of that which the period's own payment brought, less refunds and disputes; a surcharge that it paid is none. */
  readonly paid: number
  /** Credit; below zero a surcharge on the next charge. */
  readonly balance: number
  /** Which payment's money the credit is, and the credit that was spent on the running period; oldest first. */
  readonly entries: readonly Entry[]
  /** The payment by which the running period was paid; null if credit paid it. */
  readonly paidBy: string | null
  /** The part of the cost that the next charge collects, because a change for later exchanged the rest of the period. */
  readonly collectedLater: number
  /** Whether a refund or dispute took some credit since the running period began. */
  readonly lostCredit: boolean
}

/** Whether credit that was spent on the running period went back with its money, so that it is owed. */
export const owesCredit = ({ lostCredit, balance, collectedLater }: Credit): boolean =>
  lostCredit && balance + collectedLater < 0

/** The share of something that lasts as long as the running period which is not used up at a moment. */
export const unusedOf = ({ start, end }: Pick<Credit, 'start' | 'end'>, amount: number, at: number): number =>
  share(amount, left(start, end, at), seconds(start, end))

/** More of a payment's money is credit; less, if it is below zero. */
export const withEntry = (entries: readonly Entry[], id: string | null, more: number): readonly Entry[] => {
  if (id === null || more === 0) return entries
  const known = entries.some((entry) => entry.id === id)
  const all = known
    ? entries.map((entry) => (entry.id === id ? { id, minor: entry.minor + more } : entry))
    : [...entries, { id, minor: more }]
  return all.filter(({ minor }) => minor > 0)
}

/** The rest of the running period becomes credit, and with it the money that its payment brought for that rest. */
export const exchangeRest = <It extends Credit>(it: It, at: number): It => ({
  ...it,
  balance: it.balance + unusedOf(it, it.cost, at),
  entries: withEntry(it.entries, it.paidBy, unusedOf(it, it.paid, at)),
})

/** The oldest credit is used up first: entries together never exceed the credit. */
export const trimEntries = (entries: readonly Entry[], balance: number): readonly Entry[] => {
  let over = entries.reduce((sum, { minor }) => sum + minor, 0) - Math.max(balance, 0)
  return entries.flatMap(({ id, minor }) => {
    const used = Math.min(Math.max(over, 0), minor)
    over -= used
    return used < minor ? [{ id, minor: minor - used }] : []
  })
}

/**
 * Moves the credit out of a subscription to its customer. The part that no entry brought has another source. Entries of credit that was spent
 * stay, and so does a debt.
 */
export const moveOut = <It extends Credit>(
  it: It,
  other: string,
): { readonly rest: It; readonly moved: readonly Entry[] } => {
  const credit = Math.max(it.balance, 0)
  const brought = trimEntries(it.entries, credit)
  const known = brought.reduce((sum, { minor }) => sum + minor, 0)
  const entries = brought.reduce((all, { id, minor }) => withEntry(all, id, -minor), it.entries)
  return { rest: { ...it, balance: it.balance - credit, entries }, moved: withEntry(brought, other, credit - known) }
}

/** So much of a payment's credit is taken from a subscription; it is given back, if the sum is below zero. */
export const owe = <It extends Credit>(it: It, id: string, minor: number): It => ({
  ...it,
  balance: it.balance - minor,
  entries: withEntry(it.entries, id, -minor),
  lostCredit: it.lostCredit || minor > 0,
})

/** What money that went back took: of the credit, or of the running period. */
export interface Taken {
  readonly ofBalance: number
  readonly ofCost: number
  readonly ofPaid: number
}

/** Part of the kept money of a payment goes back. */
export const takeBack = <It extends Credit>(
  it: It,
  id: string,
  { back, kept }: { readonly back: number; readonly kept: number },
): { readonly it: It; readonly taken: Taken } => {
  const entry = it.entries.find((each) => each.id === id)
  if (entry !== undefined) {
    const ofBalance = share(entry.minor, back, kept)
    return { it: owe(it, id, ofBalance), taken: { ofBalance, ofCost: 0, ofPaid: 0 } }
  }
  // A period that is over stays as it was.
  if (it.paidBy !== id) return { it, taken: { ofBalance: 0, ofCost: 0, ofPaid: 0 } }
  // Its payment may have paid a surcharge, too: of the period goes the share that goes of the payment.
  const gone = share(it.paid, Math.min(back, kept), kept)
  const taken = { ofBalance: 0, ofCost: gone, ofPaid: gone }
  return { it: { ...it, cost: it.cost - gone, paid: it.paid - gone }, taken }
}

/** Where the running period went that money was taken of: it still runs, was exchanged for so much a part, or left nothing. */
export type Fate = 'runs' | 'over' | { readonly part: number; readonly whole: number }

/** Refunded or disputed money returns: what it took is granted again, as far as its source still exists. */
export const putBack = <It extends Credit>(
  it: It,
  { id, isLost }: { readonly id: string; readonly isLost: boolean },
  taken: Taken,
  fate: Fate,
): It => {
  const isExchanged = typeof fate === 'object'
  const ofRest = (amount: number) => (isExchanged ? share(amount, fate.part, fate.whole) : 0)
  const balance = it.balance + taken.ofBalance + ofRest(taken.ofCost)
  const runs = fate === 'runs'
  return {
    ...it,
    cost: it.cost + (runs ? taken.ofCost : 0),
    paid: it.paid + (runs && it.paidBy === id ? taken.ofPaid : 0),
    balance,
    // Money that never arrived cannot go back again, so it is no source.
    entries: withEntry(it.entries, isLost ? null : id, taken.ofBalance + ofRest(taken.ofPaid)),
  }
}

/** Money of a payment never arrives, and the next charge collects it. */
export const oweLater = <It extends Credit>(it: It, id: string, price: number): It => ({
  ...it,
  balance: it.balance - price,
  entries: it.entries.filter((entry) => entry.id !== id),
  paid: it.paidBy === id ? 0 : it.paid,
})
