import { type CurrencyCode, Problem } from '@billing-checkout/contract'
import {
  type CreditEntry,
  type CustomerCredit,
  customerCreditIn,
  grant,
  type QuoteDraft,
  takeCredit,
} from '@billing-checkout/domain'
import { type CreditLeftRow, selectCreditLeft } from '../../store/entities/customer-credits.ts'
import type { Write } from '../../store/write.ts'

/** What is left of credit in one currency. */
export const creditIn = (rows: readonly CreditLeftRow[], currency: CurrencyCode): readonly CustomerCredit[] =>
  rows
    .filter(({ currencyCode }) => currencyCode === currency)
    .map(({ id, sourceKind, sourceId, leftAmount, taxRule }) => ({
      id,
      source: { kind: sourceKind, id: sourceId },
      leftMinor: leftAmount,
      rule: taxRule,
    }))

/** What spends a customer's credit. */
export interface CreditSpender {
  readonly customerId: string
  /** The id of the payment, or of the client session of a change without one. */
  readonly spender: string
}

/**
 * Takes the credit that a quote spends, in the transaction that opens its payment or makes its change. The caller holds the lock of the
 * customer's name since before the quote, so the credit that was quoted is there.
 */
export const takeCustomerCredit = async (
  work: Write,
  { customerId, spender }: CreditSpender,
  draft: QuoteDraft,
): Promise<void> => {
  const spent = customerCreditIn(draft)
  if (spent === 0) return
  const rows = await selectCreditLeft(work.db, customerId).forUpdate().execute()
  const left = new Map(rows.map(({ id, leftAmount }) => [id, leftAmount]))
  for (const { id, minor, worthMinor } of takeQuoted(creditIn(rows, draft.dueNow.currency), spent, draft)) {
    work.insert('customerCreditUses', {
      spender,
      creditId: id,
      amount: minor,
      worthAmount: worthMinor,
      createdAt: work.now,
    })
    work.update('customerCredits', { id }, { leftAmount: (left.get(id) ?? 0) - minor })
  }
}

const takeQuoted = (credits: readonly CustomerCredit[], spent: number, { tax }: QuoteDraft) => {
  try {
    return takeCredit(credits, spent, tax.rule)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new Problem('amount_changed', 'The credit changed since it was shown; read the quote again.')
  }
}

/** The entries of a subscription with the credit of its customer that a payment or a change spent on it. */
export const withCustomerCredit = async (
  { db }: Pick<Write, 'db'>,
  spender: string,
  entries: readonly CreditEntry[],
): Promise<readonly CreditEntry[]> => {
  const spent = await db
    .selectFrom('customerCreditUses as use')
    .innerJoin('customerCredits as credit', 'credit.id', 'use.creditId')
    .select(['credit.sourceKind', 'credit.sourceId', 'use.worthAmount'])
    .where('use.spender', '=', spender)
    .where('use.returnedAt', 'is', null)
    .orderBy('credit.createdAt')
    .orderBy('credit.id')
    .execute()
  return spent.reduce<readonly CreditEntry[]>(
    (all, { sourceKind: kind, sourceId: id, worthAmount }) => grant(all, { kind, id }, worthAmount),
    entries,
  )
}
