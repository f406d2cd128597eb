import { restate } from '../tax/restate.ts'
import type { TaxRule } from '../tax/tax-on.ts'
import type { Timestamp } from '../calendar/timestamp.ts'
import { type PaidPeriod, remaining, shareOf } from '../subscription/unused-credit.ts'
import { secondsBetween } from '../calendar/seconds-between.ts'

/**
 * Where credit comes from: the payment whose unused time it is, a merchant's goodwill, or rounding. Only a payment can go back to its
 * payer.
 */
export interface CreditSource {
  readonly kind: 'payment' | 'goodwill' | 'rounding'
  /** The id of the payment, of the credit that was granted, or of the subscription whose amounts were rounded. */
  readonly id: string
}

/** How much leaves the balance when all of its source goes back to the payer. In minor units, net of tax, never negative. */
export interface CreditEntry {
  readonly source: CreditSource
  readonly minor: number
}

/**
 * The money of one subscription: what its running period costs, the credit for later charges, and the sources of that credit. One
 * currency, minor units, net of tax, all counted under one tax rule.
 */
export interface CreditLedger {
  /** What the running period costs. The unused share of it becomes credit when a change leaves the period. */
  readonly costMinor: number
  /** The part of the cost that the period's own payment brought, less its refunds and disputes; never more than the cost. */
  readonly paidMinor: number
  /** Credit that lowers later charges; negative: a surcharge on the next one. */
  readonly balanceMinor: number
  /**
   * The part of the cost that a change has left to the next charge, when it exchanged the rest of the period. The balance is lower by it;
   * it spends no credit before that charge.
   */
  readonly deferredMinor: number
  /** The oldest first. */
  readonly entries: readonly CreditEntry[]
}

/** A ledger converted to another tax rule. Each amount is rounded once, half away from zero. */
export const restateLedger = (ledger: CreditLedger, from: TaxRule | null, to: TaxRule | null): CreditLedger => {
  const convert = (minor: number) => restate(minor, from, to)
  return {
    costMinor: convert(ledger.costMinor),
    paidMinor: convert(ledger.paidMinor),
    balanceMinor: convert(ledger.balanceMinor),
    deferredMinor: convert(ledger.deferredMinor),
    entries: ledger.entries.map(({ source, minor }) => ({ source, minor: convert(minor) })),
  }
}

/** Adds credit of a source. A source that has an entry keeps its place in the order. */
export const grant = (entries: readonly CreditEntry[], source: CreditSource, minor: number): readonly CreditEntry[] => {
  if (minor === 0) return entries
  const isOf = (entry: CreditEntry) => isSame(entry.source, source)
  return entries.some(isOf)
    ? entries.map((entry) => (isOf(entry) ? { source, minor: entry.minor + minor } : entry))
    : [...entries, { source, minor }]
}

/** How a period is left before its end. */
export interface LeftPeriod {
  readonly period: Pick<PaidPeriod, 'start' | 'end'>
  /** The instant of proration. */
  readonly at: Timestamp
  /** The payment of the period; null if it had none. */
  readonly source: CreditSource | null
}

/**
 * The entries after a change gave credit for the unused time of the running period. The period's own payment becomes a source with
 * the unused share of the amount it brought. Credit that was spent on the period has its entries already: they stay whole, because
 * without their money all of it would have been charged.
 */
export const grantUnusedTime = (
  { paidMinor, entries }: Pick<CreditLedger, 'paidMinor' | 'entries'>,
  { period, at, source }: LeftPeriod,
): readonly CreditEntry[] =>
  source === null
    ? entries
    : grant(entries, source, shareOf(paidMinor, remaining(period, at), secondsBetween(period.start, period.end)))

/**
 * The entries when the next period begins with this much of a balance. Credit that is not in the balance was spent on the period
 * that ends and cannot be taken back any more. The oldest credit is spent first.
 */
export const consume = (entries: readonly CreditEntry[], balanceMinor: number): readonly CreditEntry[] => {
  const all = entries.reduce((sum, { minor }) => sum + minor, 0)
  let spent = all - Math.min(Math.max(balanceMinor, 0), all)
  return entries.flatMap(({ source, minor }) => {
    const used = Math.min(minor, spent)
    spent -= used
    return minor > used ? [{ source, minor: minor - used }] : []
  })
}

/** How a change exchanges the rest of the running period for time on another plan. */
export interface ExchangedRest {
  /** The unused share of the period's cost, which becomes credit. */
  readonly unusedMinor: number
  /** The balance after that credit and the cost of the rest on the other plan. */
  readonly balanceMinor: number
}

/** The part of the running period's cost that waits for the next charge after the rest of the period was exchanged, in minor units. */
export const deferredByExchange = (
  before: Pick<CreditLedger, 'balanceMinor' | 'deferredMinor'>,
  { unusedMinor, balanceMinor }: ExchangedRest,
): number => {
  const restMinor = before.balanceMinor + unusedMinor - balanceMinor
  // After an earlier exchange, the unused share was not charged yet: it is credited by not waiting any more.
  return Math.max(before.deferredMinor - unusedMinor, 0) + restMinor
}

/**
 * Whether credit that was spent on the running period is missing, because its money went back or never came. What waits for the next charge
 * by agreement is not missing. It does not depend on the order of a refund and an exchange.
 */
export const lacksSpentCredit = ({
  balanceMinor,
  deferredMinor,
}: Pick<CreditLedger, 'balanceMinor' | 'deferredMinor'>): boolean => balanceMinor + deferredMinor < 0

/** What leaves a ledger when its credit moves to the customer. */
export interface MovedCredit {
  readonly ledger: CreditLedger
  /** The credit by its sources, the oldest first. */
  readonly moved: readonly CreditEntry[]
}

/**
 * Moves all credit out of a ledger, with its sources. Credit that no source brought is rounding. Entries of credit that was spent on
 * the running period stay, and so does a debt.
 */
export const moveOut = (ledger: CreditLedger, rounding: CreditSource): MovedCredit => {
  const credit = Math.max(ledger.balanceMinor, 0)
  const sourced = consume(ledger.entries, credit)
  const leftOf = ({ source, minor }: CreditEntry) =>
    minor - (sourced.find((entry) => isSame(entry.source, source))?.minor ?? 0)
  return {
    ledger: {
      ...ledger,
      balanceMinor: ledger.balanceMinor - credit,
      entries: ledger.entries.map((entry) => ({ ...entry, minor: leftOf(entry) })).filter(({ minor }) => minor > 0),
    },
    moved: grant(sourced, rounding, credit - sourced.reduce((sum, { minor }) => sum + minor, 0)),
  }
}

/** Money of a source that goes back to its payer, by a refund or a dispute, in minor units without tax on top. */
export interface GoneBack {
  readonly source: CreditSource
  readonly minor: number
  /** The source's money that the merchant had before, this money included. */
  readonly keptMinor: number
  /** Whether the source is the running period's own payment. */
  readonly paysPeriod: boolean
}

/** What was withdrawn from a ledger. */
export interface Withdrawn {
  readonly costMinor: number
  readonly balanceMinor: number
}

/**
 * The ledger after money of a source went back: as though the refund came before that money became credit. The same share of the
 * credit leaves the balance. If that credit was spent already, the balance becomes negative and the next charge collects it. Money of
 * the running period's own payment that is no credit lowers what the period cost. A source of an earlier period without credit
 * changes nothing.
 */
export const withdraw = (
  ledger: CreditLedger,
  { source, minor, keptMinor, paysPeriod }: GoneBack,
): { readonly ledger: CreditLedger; readonly withdrawn: Withdrawn | null } => {
  const entry = ledger.entries.find((each) => isSame(each.source, source))
  const shareGone = (of: number) => shareOf(of, Math.min(minor, keptMinor), keptMinor)
  if (entry !== undefined) {
    const balanceMinor = shareGone(entry.minor)
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
  // A payment that collected a surcharge as well brought more than the period cost, so only its share of the cost goes.
  const costMinor = Math.min(shareGone(ledger.paidMinor), ledger.costMinor)
  return {
    ledger: { ...ledger, costMinor: ledger.costMinor - costMinor, paidMinor: ledger.paidMinor - costMinor },
    withdrawn: { costMinor, balanceMinor: 0 },
  }
}

/** Money that is with the merchant again, because its refund failed or its dispute was won. */
export interface CameBack {
  /** Its payment; null if that payment's settlement failed, so that it is no source of credit. */
  readonly source: CreditSource | null
  readonly withdrawn: Withdrawn
  /** The period whose cost the money was withdrawn from. */
  readonly period: Pick<PaidPeriod, 'start' | 'end'>
  /** When that period was left; null while it runs. */
  readonly leftAt: Timestamp | null
  /** Whether the running period has an own payment that brought money. */
  readonly isPeriodPaid: boolean
}

/**
 * The ledger after money came back: as though it had never gone. What it took of the balance returns there. What it took of the cost
 * of the running period returns to that; of a period that was left early, its unused share is credit.
 */
export const restore = (
  ledger: CreditLedger,
  { source, withdrawn, period, leftAt, isPeriodPaid }: CameBack,
): CreditLedger => {
  const runs = leftAt === null
  const unusedMinor = runs
    ? 0
    : shareOf(withdrawn.costMinor, remaining(period, leftAt), secondsBetween(period.start, period.end))
  const credit = withdrawn.balanceMinor + unusedMinor
  return {
    ...ledger,
    costMinor: ledger.costMinor + (runs ? withdrawn.costMinor : 0),
    paidMinor: ledger.paidMinor + (runs && isPeriodPaid ? withdrawn.costMinor : 0),
    balanceMinor: ledger.balanceMinor + credit,
    entries: source === null ? ledger.entries : grant(ledger.entries, source, credit),
  }
}

/**
 * The ledger after the settlement of a source failed whose time is over or was exchanged: its whole price is owed with the next
 * charge, and it is no source of credit any more.
 */
export const lose = (ledger: CreditLedger, source: CreditSource, minor: number): CreditLedger => ({
  ...ledger,
  balanceMinor: ledger.balanceMinor - minor,
  entries: ledger.entries.filter((entry) => !isSame(entry.source, source)),
})

const isSame = (one: CreditSource, other: CreditSource): boolean => one.kind === other.kind && one.id === other.id
