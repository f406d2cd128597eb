import type { Stripe } from 'stripe'
import { type Books, newId, nowOf } from '../books.ts'
import { missingObjectError } from '../http/refusal.ts'
import type { Params } from '../http/read-form.ts'
import { withCurrentStatus, recordBalanceMovement } from './balance.ts'
import { recordEvent } from './events.ts'

/** Pays out everything that is available by the billing clock, with one payout for each currency, as Stripe does every day. */
export const payOut = (books: Books): readonly Stripe.Payout[] => {
  const available = [...books.balanceTransactions.values()].filter(
    (each) => !books.paidOut.has(each.id) && withCurrentStatus(books, each).status === 'available',
  )
  return [...Map.groupBy(available, ({ currency }) => currency)].flatMap(([currency, transactions]) => {
    const amount = transactions.reduce((sum, { net }) => sum + net, 0)
    return amount <= 0 ? [] : [makePayout(books, { amount, currency, transactions })]
  })
}

interface PaidOut {
  readonly amount: number
  readonly currency: string
  readonly transactions: readonly Stripe.BalanceTransaction[]
}

const makePayout = (books: Books, { amount, currency, transactions }: PaidOut): Stripe.Payout => {
  const id = newId('po')
  const movement = recordBalanceMovement(books, { type: 'payout', source: id, amount: -amount, fee: 0, currency })
  const payout = {
    id,
    object: 'payout',
    amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: nowOf(books),
    automatic: true,
    balance_transaction: movement.id,
    created: nowOf(books),
    currency,
    description: null,
    destination: null,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: books.livemode,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'completed',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'paid',
    trace_id: null,
    type: 'bank_account',
  } satisfies Stripe.Payout
  books.payouts.set(id, payout)
  for (const each of [...transactions, movement]) books.paidOut.set(each.id, id)
  recordEvent(books, 'payout.paid', payout)
  return payout
}

/** `GET /v1/payouts/:id` */
export const retrievePayout = (books: Books, _: Params, id: string): Stripe.Payout => {
  const payout = books.payouts.get(id)
  if (payout === undefined) throw missingObjectError('payout', id)
  return payout
}
