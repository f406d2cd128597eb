import type { WrittenCredit } from './history.ts'
import type { KnownCredit, KnownUse } from './known-credit.ts'
import { type Ledger, recordCoverage } from './ledger.ts'

/** The owner of credit, and its currency. */
export type CreditOwner = Pick<KnownCredit, 'customer' | 'currency'>

const creditsOf = ({ credits }: Ledger, { customer, currency }: CreditOwner): readonly KnownCredit[] =>
  [...credits.values()].filter((it) => it.customer === customer && it.currency === currency)

/** What a customer can spend in a currency. */
export const creditLeft = (ledger: Ledger, owner: CreditOwner): number =>
  creditsOf(ledger, owner).reduce((sum, { left }) => sum + left, 0)

/** Stores a row of credit. The ledger keeps its rows in the order of the books, in which purchases spend them. */
export const storeCredit = ({ credits }: Ledger, credit: KnownCredit, rows: readonly WrittenCredit[]): void => {
  credits.set(credit.id, credit)
  const inOrder = rows.flatMap(({ id }) => credits.get(id) ?? [])
  credits.clear()
  for (const each of inOrder) credits.set(each.id, each)
}

/** Takes a customer's credit for a purchase, the oldest first. */
export const holdCredit = (ledger: Ledger, owner: CreditOwner, spender: string, amount: number): void => {
  let missing = amount
  for (const credit of creditsOf(ledger, owner)) {
    const used = Math.min(credit.left, missing)
    if (used === 0) continue
    missing -= used
    ledger.credits.set(credit.id, { ...credit, left: credit.left - used })
    storeCreditUse(ledger, { credit: credit.id, spender, amount: used, takenBack: 0, state: 'held' })
  }
}

/**
 * After a payment was not approved, returns the credit that it held to the customer, less what refunds or disputes have taken back since.
 */
export const returnCredit = (ledger: Ledger, spender: string): void => {
  for (const use of usesOf(ledger, spender)) {
    if (use.state !== 'held') continue
    const credit = ledger.credits.get(use.credit)!
    const left = credit.left + use.amount - use.takenBack
    recordCoverage(ledger, 'a payment that held credit came to nothing')
    ledger.credits.set(credit.id, { ...credit, left, takenBack: credit.takenBack + use.takenBack })
    storeCreditUse(ledger, { ...use, state: 'returned', takenBack: 0 })
  }
}

/** Credit that a purchase spent on a subscription, by its source. */
export interface SpentCredit {
  readonly source: string
  readonly amount: number
  /** The part that was taken back before the purchase was paid. */
  readonly takenBack: number
}

/** Spends the credit that a purchase held, once the purchase is paid. */
export const spendCredit = (ledger: Ledger, spender: string): readonly SpentCredit[] =>
  usesOf(ledger, spender).map((use) => {
    storeCreditUse(ledger, { ...use, state: 'spent' })
    const { source } = ledger.credits.get(use.credit)!
    return { source, amount: use.amount, takenBack: use.takenBack }
  })

/** Stores the credit that a purchase took from one row. */
export const storeCreditUse = ({ uses }: Ledger, use: KnownUse): void =>
  void uses.set(`${use.spender} ${use.credit}`, use)

/** The credit that a purchase took, the oldest row first. */
const usesOf = ({ uses, credits }: Ledger, spender: string): readonly KnownUse[] =>
  [...credits.keys()].flatMap((credit) => uses.get(`${spender} ${credit}`) ?? [])

/** Differences between the written and the expected credit of customers, a sentence each. */
export const differencesOfCredit = (
  { credits, payments }: Ledger,
  rows: readonly WrittenCredit[],
): readonly string[] => {
  const kindOf = (source: string) => (payments.has(source) ? 'payment' : 'rounding')
  return rows.flatMap((row) => {
    const it = credits.get(row.id)
    if (it === undefined) return [`Credit ${row.id} of ${row.amount} came from nowhere.`]
    const pairs: readonly (readonly [string, unknown, unknown])[] = [
      ['customer', it.customer, row.customer],
      ['currency', it.currency, row.currency],
      ['source', `${kindOf(it.source)} ${it.source}`, `${row.source.kind} ${row.source.id}`],
      ['amount', it.amount, row.amount],
      ['rest', it.left, row.left],
      ['part taken back', it.takenBack, row.takenBack],
    ]
    return pairs
      .filter(([, expected, found]) => expected !== found)
      .map(
        ([name, expected, found]) => `The ${name} of ${row.id} is ${String(found)}; it should be ${String(expected)}.`,
      )
  })
}
