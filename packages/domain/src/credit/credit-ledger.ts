import { convertToTaxRule, type TaxRule } from '../tax/tax-on.ts'
import { secondsBetween, type Timestamp } from '../calendar/timestamp.ts'
import { type PaidPeriod, remainingSeconds, proportionalShare } from '../subscription/unused-period-credit.ts'

/**
 * Where credit comes from: a payment whose period a plan change ended early, a merchant's goodwill, or rounding. Only a payment can be
 * refunded to its payer.
 */
export interface CreditSource {
  readonly kind: 'payment' | 'goodwill' | 'rounding'
  /** The id of the payment, of the granted credit, or of the subscription whose amounts were rounded. */
  readonly id: string
}

/** How much credit leaves the balance if the source is fully refunded. In minor units, net of tax, never negative. */
export interface CreditEntry {
  readonly source: CreditSource
  readonly minor: number
}

/**
 * The money of one subscription: what its running period costs, the credit for later charges, and the sources of that credit. One
 * currency, minor units, net of tax, all counted under one tax rule.
 */
export interface CreditLedger {
  /** The cost of the running period. If a plan change ends the period early, the unused share of this cost becomes credit. */
  readonly costMinor: number
  /** The part of the cost that the period's own payment covered, less its refunds and disputes; never more than the cost. */
  readonly paidMinor: number
  /** Credit that lowers later charges; a surcharge on the next charge if negative. */
  readonly balanceMinor: number
  /**
   * The part of the cost that the next charge collects, because a plan change exchanged the rest of the period. The balance is already
   * lower by this part, but no credit pays it before that charge.
   */
  readonly deferredMinor: number
  /** Where the credit comes from, the oldest source first. */
  readonly entries: readonly CreditEntry[]
}

/** A ledger converted to another tax rule. Each amount is rounded once, half away from zero. */
export const convertLedgerToTaxRule = (
  ledger: CreditLedger,
  from: TaxRule | null,
  to: TaxRule | null,
): CreditLedger => {
  const convert = (minor: number) => convertToTaxRule(minor, from, to)
  return {
    costMinor: convert(ledger.costMinor),
    paidMinor: convert(ledger.paidMinor),
    balanceMinor: convert(ledger.balanceMinor),
    deferredMinor: convert(ledger.deferredMinor),
    entries: ledger.entries.map(({ source, minor }) => ({ source, minor: convert(minor) })),
  }
}

/** Adds credit from a source. If the source has an entry already, that entry grows and keeps its position. */
export const addCredit = (
  entries: readonly CreditEntry[],
  source: CreditSource,
  minor: number,
): readonly CreditEntry[] => {
  if (minor === 0) return entries
  const isOf = (entry: CreditEntry) => isSame(entry.source, source)
  return entries.some(isOf)
    ? entries.map((entry) => (isOf(entry) ? { source, minor: entry.minor + minor } : entry))
    : [...entries, { source, minor }]
}

/** A period that a plan change ends early. */
export interface PeriodEndedEarly {
  readonly period: Pick<PaidPeriod, 'start' | 'end'>
  /** When the change ended the period: the instant of proration. */
  readonly at: Timestamp
  /** The payment of the period; null if the period had no payment. */
  readonly source: CreditSource | null
}

/**
 * The entries after a plan change credited the unused time of the running period. The period's own payment becomes the source of the unused
 * share of its amount. The entries of credit that the period spent stay whole. If the payment behind such an entry is refunded, the balance
 * loses the entry's credit, as though the period had been charged without this credit.
 */
export const addUnusedTimeCredit = (
  { paidMinor, entries }: Pick<CreditLedger, 'paidMinor' | 'entries'>,
  { period, at, source }: PeriodEndedEarly,
): readonly CreditEntry[] =>
  source === null
    ? entries
    : addCredit(
        entries,
        source,
        proportionalShare(paidMinor, remainingSeconds(period, at), secondsBetween(period.start, period.end)),
      )

/**
 * The entries that remain when the next period begins with the balance `balanceMinor`. The ending period spent all other credit, the oldest
 * first; refunds can no longer take that credit back.
 */
export const dropSpentEntries = (entries: readonly CreditEntry[], balanceMinor: number): readonly CreditEntry[] => {
  const all = entries.reduce((sum, { minor }) => sum + minor, 0)
  let spent = all - Math.min(Math.max(balanceMinor, 0), all)
  return entries.flatMap(({ source, minor }) => {
    const used = Math.min(minor, spent)
    spent -= used
    return minor > used ? [{ source, minor: minor - used }] : []
  })
}

/** How a plan change exchanges the rest of the running period for time on another plan. */
export interface RemainingTimeExchange {
  /** The unused share of the period's cost, which becomes credit. */
  readonly unusedMinor: number
  /** The balance after adding that credit and subtracting the cost of the rest on the other plan. */
  readonly balanceMinor: number
}

/** The part of the running period's cost that the next charge collects after the exchange, in minor units. */
export const costDeferredByExchange = (
  before: Pick<CreditLedger, 'balanceMinor' | 'deferredMinor'>,
  { unusedMinor, balanceMinor }: RemainingTimeExchange,
): number => {
  const restMinor = before.balanceMinor + unusedMinor - balanceMinor
  // The cost that an earlier exchange deferred is not charged yet. So the credit for the unused time first cancels that deferred cost.
  return Math.max(before.deferredMinor - unusedMinor, 0) + restMinor
}

/**
 * Whether credit that the running period spent is missing, because the money behind the credit was returned or never arrived. The deferred
 * part of the cost, which the next charge collects, is not missing. The result does not depend on the order of a refund and an exchange.
 */
export const lacksSpentCredit = ({
  balanceMinor,
  deferredMinor,
}: Pick<CreditLedger, 'balanceMinor' | 'deferredMinor'>): boolean => balanceMinor + deferredMinor < 0

/** The result of moving a ledger's credit to the customer. */
export interface MovedCredit {
  readonly ledger: CreditLedger
  /** The moved credit by its sources, the oldest first. */
  readonly moved: readonly CreditEntry[]
}

/**
 * Moves all credit out of a ledger, with its sources. Credit without a source counts as rounding. A debt stays in the ledger, and so do the
 * entries of credit that the running period has spent.
 */
export const moveCreditOut = (ledger: CreditLedger, rounding: CreditSource): MovedCredit => {
  const credit = Math.max(ledger.balanceMinor, 0)
  const sourced = dropSpentEntries(ledger.entries, credit)
  const leftOf = ({ source, minor }: CreditEntry) =>
    minor - (sourced.find((entry) => isSame(entry.source, source))?.minor ?? 0)
  return {
    ledger: {
      ...ledger,
      balanceMinor: ledger.balanceMinor - credit,
      entries: ledger.entries.map((entry) => ({ ...entry, minor: leftOf(entry) })).filter(({ minor }) => minor > 0),
    },
    moved: addCredit(sourced, rounding, credit - sourced.reduce((sum, { minor }) => sum + minor, 0)),
  }
}

/** Money that a refund or dispute returns to the payer, in minor units, without tax on top. */
export interface ReturnedSourceMoney {
  readonly source: CreditSource
  readonly minor: number
  /** How much of the payment's money the merchant had before this refund or dispute. */
  readonly keptMinor: number
  /** Whether the source is the running period's own payment. */
  readonly paysPeriod: boolean
}

/** How much a refund or dispute took from a ledger's cost and balance, in minor units. */
export interface LedgerDeduction {
  readonly costMinor: number
  readonly balanceMinor: number
}

/**
 * The ledger after a refund or dispute of a payment, as though the money had been returned before it became credit. The payment's credit
 * shrinks by the same share as its money. If the credit is already spent, the balance becomes negative, and the next charge collects the
 * difference. If the running period's own payment is refunded and has not become credit, the period's cost falls. If the payment is of an
 * earlier period and has no credit left, nothing changes.
 */
export const deductFromLedger = (
  ledger: CreditLedger,
  { source, minor, keptMinor, paysPeriod }: ReturnedSourceMoney,
): { readonly ledger: CreditLedger; readonly withdrawn: LedgerDeduction | null } => {
  const entry = ledger.entries.find((each) => isSame(each.source, source))
  const refundedShareOf = (of: number) => proportionalShare(of, Math.min(minor, keptMinor), keptMinor)
  if (entry !== undefined) {
    const balanceMinor = refundedShareOf(entry.minor)
    return {
      ledger: {
        ...ledger,
        balanceMinor: ledger.balanceMinor - balanceMinor,
        entries: ledger.entries.flatMap((each) => {
          if (each !== entry) return [each]
          return entry.minor > balanceMinor ? [{ source, minor: entry.minor - balanceMinor }] : []
        }),
      },
      withdrawn: { costMinor: 0, balanceMinor },
    }
  }
  if (!paysPeriod) return { ledger, withdrawn: null }
  // If the payment also collected a surcharge, it was larger than the period's cost. Only the refunded share of the cost is subtracted.
  const costMinor = Math.min(refundedShareOf(ledger.paidMinor), ledger.costMinor)
  return {
    ledger: { ...ledger, costMinor: ledger.costMinor - costMinor, paidMinor: ledger.paidMinor - costMinor },
    withdrawn: { costMinor, balanceMinor: 0 },
  }
}

/** Money that the merchant has again, because its refund failed or its dispute was won. */
export interface RegainedMoney {
  /** The payment that the money belongs to; null if the payment's settlement failed, because that payment is no source of credit. */
  readonly source: CreditSource | null
  readonly withdrawn: LedgerDeduction
  /** The period whose cost the refund or dispute lowered. */
  readonly period: Pick<PaidPeriod, 'start' | 'end'>
  /** When a plan change ended that period early; null while the period runs. */
  readonly leftAt: Timestamp | null
  /** Whether the running period has its own payment. */
  readonly isPeriodPaid: boolean
}

/**
 * The ledger after the merchant regained money, as though the money had never left. The part taken from the balance returns to the balance.
 * The part taken from the cost of a running period returns to that cost. If the period was ended early, the unused share of that part
 * becomes credit.
 */
export const restoreToLedger = (
  ledger: CreditLedger,
  { source, withdrawn, period, leftAt, isPeriodPaid }: RegainedMoney,
): CreditLedger => {
  const runs = leftAt === null
  const unusedMinor = runs
    ? 0
    : proportionalShare(withdrawn.costMinor, remainingSeconds(period, leftAt), secondsBetween(period.start, period.end))
  const credit = withdrawn.balanceMinor + unusedMinor
  return {
    ...ledger,
    costMinor: ledger.costMinor + (runs ? withdrawn.costMinor : 0),
    paidMinor: ledger.paidMinor + (runs && isPeriodPaid ? withdrawn.costMinor : 0),
    balanceMinor: ledger.balanceMinor + credit,
    entries: source === null ? ledger.entries : addCredit(ledger.entries, source, credit),
  }
}

/**
 * The ledger after a payment's settlement failed, if the payment's period is over or was exchanged. The next charge collects the payment's
 * whole price, and the payment is no longer a source of credit.
 */
export const removeFailedSource = (ledger: CreditLedger, source: CreditSource, minor: number): CreditLedger => ({
  ...ledger,
  balanceMinor: ledger.balanceMinor - minor,
  entries: ledger.entries.filter((entry) => !isSame(entry.source, source)),
})

const isSame = (one: CreditSource, other: CreditSource): boolean => one.kind === other.kind && one.id === other.id
