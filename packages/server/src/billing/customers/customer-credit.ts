import { type CurrencyCode, Problem } from '@billing-checkout/contract'
import {
  addCredit,
  type CreditEntry,
  type CreditSource,
  type CustomerCredit,
  customerCreditSpentBy,
  type QuoteDraft,
  proportionalShare,
  allocateCredit,
  type TaxRule,
} from '@billing-checkout/domain'
import { type CreditLeftRow, selectCreditLeft, selectCreditOfSpender } from '../../store/entities/customer-credits.ts'
import { newId } from '../../store/writes/new-id.ts'
import type { Write } from '../../store/writes/write.ts'

/** The remaining credit in one currency. */
export const creditIn = (rows: readonly CreditLeftRow[], currency: CurrencyCode): readonly CustomerCredit[] =>
  rows
    .filter(({ currencyCode }) => currencyCode === currency)
    .map(({ id, sourceKind, sourceId, leftAmount, taxRule }) => ({
      id,
      source: { kind: sourceKind, id: sourceId },
      leftMinor: leftAmount,
      rule: taxRule,
    }))

/** Credit that a customer receives. */
export interface NewCredit {
  readonly customerId: string
  readonly currency: CurrencyCode
  /** Null for goodwill, which comes from no payment. */
  readonly source: CreditSource | null
  /** In minor units, stated under the tax rule `rule`. */
  readonly minor: number
  readonly rule: TaxRule | null
  readonly reason?: string
}

/** Adds credit to a customer and returns the id of this credit. The caller holds the advisory lock on the customer. */
export const insertCustomerCredit = (
  work: Write,
  { customerId, currency, source, minor, rule, reason }: NewCredit,
): string => {
  const id = newId('credit', work)
  const { kind, id: sourceId } = source ?? { kind: 'goodwill', id }
  work.insert('customerCredits', {
    id,
    customerId,
    currencyCode: currency,
    sourceKind: kind,
    sourceId,
    amount: minor,
    leftAmount: minor,
    taxRule: rule && JSON.stringify(rule),
    reason: reason ?? null,
    createdAt: work.now,
  })
  return id
}

/** The payment or change that spends a customer's credit. */
export interface CreditSpender {
  readonly customerId: string
  /** The id of the payment; for a change without a payment, the id of its client session. */
  readonly spender: string
}

/**
 * Takes the credit that a quote spends, in the transaction that opens the payment or makes the change. The caller took the advisory lock on
 * the customer before it quoted. Throws `amount_changed` if less credit is left than the quote spends.
 */
export const spendCustomerCredit = async (
  work: Write,
  { customerId, spender }: CreditSpender,
  draft: QuoteDraft,
): Promise<void> => {
  const spent = customerCreditSpentBy(draft)
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
    return allocateCredit(credits, spent, tax.rule)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new Problem('amount_changed', 'The credit changed since it was shown; read the quote again.')
  }
}

/** A subscription's credit entries after a payment or a change has spent credit of its customer. */
export interface EntriesWithSpentCredit {
  /** The subscription's credit entries, with the spent credit added. */
  readonly entries: readonly CreditEntry[]
  /** The part of the spent credit that was taken back while the payment held it. The subscription's next charge collects this part. */
  readonly takenBackMinor: number
}

/** Adds to a subscription's credit entries the customer's credit that a payment or a change spends. */
export const withCustomerCredit = async (
  { db }: Pick<Write, 'db'>,
  spender: string,
  entries: readonly CreditEntry[],
): Promise<EntriesWithSpentCredit> => {
  // Lock the credits. If the payment that a credit came from is refunded or disputed, that work also locks the credit before it records how
  // much it takes back.
  await selectCreditOfSpender(db, spender).execute()
  const spent = await db
    .selectFrom('customerCreditUses as use')
    .innerJoin('customerCredits as credit', 'credit.id', 'use.creditId')
    .select(['credit.sourceKind', 'credit.sourceId', 'use.amount', 'use.worthAmount', 'use.takenBackAmount'])
    .where('use.spender', '=', spender)
    .where('use.returnedAt', 'is', null)
    .orderBy('credit.createdAt')
    .orderBy('credit.id')
    .execute()
  return spent.reduce<EntriesWithSpentCredit>(
    (all, { sourceKind: kind, sourceId: id, amount, worthAmount, takenBackAmount }) => {
      const takenBackMinor = proportionalShare(worthAmount, takenBackAmount, amount)
      return {
        entries: addCredit(all.entries, { kind, id }, worthAmount - takenBackMinor),
        takenBackMinor: all.takenBackMinor + takenBackMinor,
      }
    },
    { entries, takenBackMinor: 0 },
  )
}
