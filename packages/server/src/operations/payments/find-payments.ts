import { operations, paymentStatuses, type PaymentStatus } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { type ReadRequest, route } from '../../http/route.ts'
import { findPage } from '../../store/lists/find-page.ts'
import { containing, customerKnownAs, type ListedBy, whereEqual } from '../../store/lists/list-query.ts'
import { listedPayments } from '../../presenters/payments/listed-payments.ts'
import { encodeForTrigrams } from '../../store/lists/search-spelling.ts'

const sorts = {
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  amount: 'amount',
  amount_usd: 'amountUsd',
  payment_status: 'paymentStatus',
  currency_code: 'currencyCode',
} as const

type Query = ReadRequest<typeof operations.findPayments>['query']

/** Answers GET /payments. */
export const findPaymentsRoute = (billing: Billing) =>
  route(operations.findPayments, ({ query, call }) => {
    return isFoundByWordsAlone(query)
      ? findPage(billing, call.organization.id, query, byWords(query), listedPayments)
      : findPage(billing, call.organization.id, query, byFields(query), listedPayments)
  })

/** The query parameters that need nothing but the search texts. */
const knownToTexts = new Set(['search', 'payment_status_set', 'from', 'to', 'limit', 'page', 'order', 'snapshot_at'])

const isFoundByWordsAlone = (query: Query): boolean =>
  keywordsOf(query).length > 0 &&
  Object.entries(query).every(
    ([name, value]) => value === undefined || knownToTexts.has(name) || (name === 'sort' && value === 'created_at'),
  )

const keywordsOf = ({ search, payment_status_set: set }: Query): readonly string[] =>
  [search, statusesIn(set) ? undefined : set].filter((keyword) => keyword !== undefined && keyword !== '') as string[]

const changing = [
  'search',
  'payment_status',
  'payment_status_in',
  'payment_status_not_in',
  'payment_status_set',
  'external_id',
  'subscription_id',
] as const

const byWords = (query: Query): ListedBy<'paymentTexts'> => ({
  table: 'paymentTexts',
  sorts: { created_at: 'createdAt' },
  changing,
  byWords: true,
  narrow: (rows) =>
    keywordsOf(query).reduce(
      (narrowed, keyword) => narrowed.where(containing('searchText', keyword, encodeForTrigrams)),
      rows,
    ),
})

const byFields = (query: Query): ListedBy<'payments'> => ({
  table: 'payments',
  sorts,
  changing,
  byWords: keywordsOf(query).length > 0,
  narrow: (rows) => {
    const setIsStatuses = statusesIn(query.payment_status_set)
    let narrowed = whereEqual(rows, {
      customerId: query.customer_id,
      subscriptionId: query.subscription_id,
      planId: query.plan_id,
    })
    if (query.external_id !== undefined)
      narrowed = narrowed.where('customerId', '=', customerKnownAs(query.external_id))
    if (query.amount_from !== undefined) narrowed = narrowed.where('amount', '>=', query.amount_from)
    if (query.amount_to !== undefined) narrowed = narrowed.where('amount', '<=', query.amount_to)
    if (query.currency_code) narrowed = narrowed.where('currencyCode', '=', query.currency_code)
    if (query.payment_status) narrowed = narrowed.where('paymentStatus', '=', query.payment_status)
    if (query.payment_status_in) narrowed = narrowed.where('paymentStatus', 'in', query.payment_status_in)
    if (query.payment_status_not_in) narrowed = narrowed.where('paymentStatus', 'not in', query.payment_status_not_in)
    if (setIsStatuses) narrowed = narrowed.where('paymentStatus', 'in', setIsStatuses)
    if (query.statement_descriptor) narrowed = narrowed.where('statementDescriptor', '=', query.statement_descriptor)
    for (const keyword of keywordsOf(query)) {
      // Compare the time and the id, because the indexes for the other conditions are sorted by time.
      narrowed = narrowed.where((payment) =>
        payment(payment.refTuple('createdAt', 'id'), 'in', (texts) =>
          texts
            .selectFrom('paymentTexts')
            .select(['createdAt', 'id'])
            .where(containing('searchText', keyword, encodeForTrigrams))
            .$asTuple('createdAt', 'id'),
        ),
      )
    }
    return narrowed
  },
})

/** Parses a comma-separated list of statuses; `undefined` if any part is not a status, because the text is then a search. */
const statusesIn = (set: string | undefined): PaymentStatus[] | undefined => {
  const parts = set?.split(',').map((part) => part.trim()) ?? []
  const statuses = paymentStatuses.filter((status) => parts.includes(status))
  return parts.length > 0 && parts.every((part) => statuses.some((status) => status === part)) ? statuses : undefined
}
