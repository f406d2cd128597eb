import type { Stripe } from 'stripe'
import { type Books, newId, nowOf, secondOf } from '../books.ts'
import { stepIn } from '../http/read-amount.ts'
import { missingObjectError } from '../http/refusal.ts'
import type { Params } from '../http/read-form.ts'

/** How many days of the billing clock pass until the money of a charge is available. */
export const daysUntilAvailable = 2
const daySeconds = 24 * 3600

/** The fee of a charge: 2.9 % and 30 of the smallest unit, rounded to the currency's step. */
export const feeOf = (amount: number, currency: string): number => {
  const step = stepIn(currency)
  return Math.round((Math.round(amount * 0.029) + 30) / step) * step
}

/** Records a movement of the balance; `amount` is negative if money leaves. */
export const recordBalanceMovement = (
  books: Books,
  movement: {
    readonly type: Stripe.BalanceTransaction.Type
    readonly source: string
    readonly amount: number
    readonly fee: number
    readonly currency: string
  },
): Stripe.BalanceTransaction => {
  const { type, source, amount, fee, currency } = movement
  const transaction = {
    id: newId('txn'),
    object: 'balance_transaction',
    amount,
    available_on: secondOf(books.clocks.billing) + (type === 'charge' ? daysUntilAvailable * daySeconds : 0),
    balance_type: 'payments',
    created: nowOf(books),
    currency,
    description: null,
    exchange_rate: null,
    fee,
    fee_details:
      fee === 0
        ? []
        : [{ amount: fee, application: null, currency, description: 'Stripe processing fees', type: 'stripe_fee' }],
    net: amount - fee,
    reporting_category: type,
    source,
    status: 'pending',
    type,
  } satisfies Stripe.BalanceTransaction
  books.balanceTransactions.set(transaction.id, transaction)
  return transaction
}

/** A movement with its present status: available once the billing clock has reached its date. */
export const withCurrentStatus = (books: Books, transaction: Stripe.BalanceTransaction): Stripe.BalanceTransaction => ({
  ...transaction,
  status: secondOf(books.clocks.billing) >= transaction.available_on ? 'available' : 'pending',
})

/** `GET /v1/balance_transactions/:id` */
export const retrieveBalanceTransaction = (books: Books, _: Params, id: string): Stripe.BalanceTransaction => {
  const transaction = books.balanceTransactions.get(id)
  if (transaction === undefined) throw missingObjectError('balance transaction', id)
  return withCurrentStatus(books, transaction)
}

/** `GET /v1/balance` */
export const retrieveBalance = (books: Books): Stripe.Balance => ({
  object: 'balance',
  available: sumsOf(books, 'available'),
  livemode: books.livemode,
  pending: sumsOf(books, 'pending'),
})

const sumsOf = (books: Books, status: string): Stripe.Balance.Available[] => {
  const sums = new Map<string, number>()
  for (const transaction of books.balanceTransactions.values()) {
    const { currency, net } = transaction
    if (withCurrentStatus(books, transaction).status === status) sums.set(currency, (sums.get(currency) ?? 0) + net)
  }
  return [...sums].map(([currency, amount]) => ({ currency, amount, source_types: { card: amount } }))
}
