import { operations, type PaymentStatus, paymentStatuses, Problem } from '@billing-checkout/contract'
import { shareConnection } from '@billing-checkout/database'
import { withNextAction } from '../billing/attempts/wait-for-shopper.ts'
import type { Billing } from '../billing/billing.ts'
import { charge } from '../billing/charge/charge.ts'
import { refund } from '../billing/charge/refund.ts'
import { type AuthenticatedRequest, type Route, route } from '../http/route.ts'
import { consentIdOfPayment } from '../presenters/payments/consent-ids.ts'
import { listedPayments } from '../presenters/payments/listed-payments.ts'
import { loadConsents } from '../presenters/payments/load-consents.ts'
import { loadPayments } from '../presenters/payments/load-payments.ts'
import { loadDisputes } from '../presenters/payments/present-dispute.ts'
import { redactFor } from '../presenters/redaction/redact-for.ts'
import { loadPaymentRow } from '../store/entities/payments.ts'
import { inOrganization } from '../store/in-organization.ts'
import { findPage } from '../store/lists/find-page.ts'
import { containsKeyword, customerIdByExternalId, type ListDefinition, whereEqual } from '../store/lists/list-query.ts'
import { encodeForTrigrams } from '../store/lists/encode-for-trigrams.ts'
import { findOne, requireFound } from './find-one.ts'

/** The routes of operations on payments, consents and disputes. */
export const paymentRoutesOf = (billing: Billing): readonly Route[] => [
  route(operations.createPayment, async ({ body, call }) =>
    redactFor(call.principal, await charge(billing, call, body)),
  ),
  route(operations.findConsent, ({ params, call }) => findOne(billing, call, loadConsents, 'consent', params.id)),
  route(operations.findConsents, ({ query, call }) =>
    findPage(
      billing,
      call.organization.id,
      query,
      {
        table: 'consents',
        unstableParameters: 'anything',
        narrow: (rows) => {
          const { customer_id: customerId, payment_id: paymentId, subscription_id: subscriptionId } = query
          const narrowed = whereEqual(rows, { customerId, paymentId, subscriptionId })
          return query.external_id === undefined
            ? narrowed
            : narrowed.where('customerId', '=', customerIdByExternalId(query.external_id))
        },
      },
      loadConsents,
    ),
  ),
  route(operations.findPaymentConsent, async ({ params: { id }, call }) => {
    const [consent] = await loadConsents(inOrganization(billing.database, call.organization.id), [
      consentIdOfPayment(id),
    ])
    if (consent?.payment_id !== id)
      throw new Problem('not_found', `There is no payment ${id} that a shopper consented to.`)
    return consent
  }),
  route(operations.findDispute, ({ params, call }) => findOne(billing, call, loadDisputes, 'dispute', params.id)),
  route(operations.findDisputes, ({ query, call }) =>
    findPage(
      billing,
      call.organization.id,
      query,
      {
        table: 'disputes',
        unstableParameters: ['status', 'status_in'],
        narrow: (rows) => {
          const narrowed = whereEqual(rows, { paymentId: query.payment_id, status: query.status })
          return query.status_in ? narrowed.where('status', 'in', query.status_in) : narrowed
        },
      },
      loadDisputes,
    ),
  ),
  route(operations.findPayment, async ({ params: { id }, call: { organization, principal } }) => {
    const db = inOrganization(shareConnection(billing.database), organization.id)
    if (principal.kind === 'widget') {
      const row = await loadPaymentRow(db, id)
      if (row?.sessionId !== principal.sessionId) {
        throw new Problem('insufficient_permission', 'A client token finds the payments of its own session only.')
      }
    }
    const payment = requireFound(await loadPayments(db, [id]), 'payment', id)
    return principal.kind === 'widget'
      ? withNextAction(billing, db, redactFor(principal, payment))
      : redactFor(principal, payment)
  }),
  route(operations.findPayments, ({ query, call }) =>
    isFoundByWordsAlone(query)
      ? findPage(billing, call.organization.id, query, byWords(query), listedPayments)
      : findPage(billing, call.organization.id, query, byFields(query), listedPayments),
  ),
  route(operations.refundPayment, ({ params, body, call }) => refund(billing, call, params.id, body)),
]

type Query = AuthenticatedRequest<typeof operations.findPayments>['query']

/** If a search has only these parameters, the table of search texts suffices to find the payments. */
const knownToTexts = new Set(['search', 'payment_status_set', 'from', 'to', 'limit', 'page', 'order', 'snapshot_at'])

const isFoundByWordsAlone = (query: Query): boolean =>
  keywordsOf(query).length > 0 &&
  Object.entries(query).every(
    ([name, value]) => value === undefined || knownToTexts.has(name) || (name === 'sort' && value === 'created_at'),
  )

const keywordsOf = ({ search, payment_status_set: set }: Query): readonly string[] =>
  [search, statusesIn(set) ? undefined : set].filter((keyword) => keyword !== undefined && keyword !== '') as string[]

const sorts = {
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  amount: 'amount',
  amount_usd: 'amountUsd',
  payment_status: 'paymentStatus',
  currency_code: 'currencyCode',
} as const

const unstableParameters = [
  'search',
  'payment_status',
  'payment_status_in',
  'payment_status_not_in',
  'payment_status_set',
  'external_id',
  'subscription_id',
] as const

const byWords = (query: Query): ListDefinition<'paymentTexts'> => ({
  table: 'paymentTexts',
  sorts: { created_at: 'createdAt' },
  unstableParameters,
  isTextSearch: true,
  narrow: (rows) =>
    keywordsOf(query).reduce(
      (narrowed, keyword) => narrowed.where(containsKeyword('searchText', keyword, encodeForTrigrams)),
      rows,
    ),
})

const byFields = (query: Query): ListDefinition<'payments'> => ({
  table: 'payments',
  sorts,
  unstableParameters,
  isTextSearch: keywordsOf(query).length > 0,
  narrow: (rows) => {
    const setIsStatuses = statusesIn(query.payment_status_set)
    let narrowed = whereEqual(rows, {
      customerId: query.customer_id,
      subscriptionId: query.subscription_id,
      planId: query.plan_id,
    })
    if (query.external_id !== undefined)
      narrowed = narrowed.where('customerId', '=', customerIdByExternalId(query.external_id))
    if (query.amount_from !== undefined) narrowed = narrowed.where('amount', '>=', query.amount_from)
    if (query.amount_to !== undefined) narrowed = narrowed.where('amount', '<=', query.amount_to)
    if (query.currency_code) narrowed = narrowed.where('currencyCode', '=', query.currency_code)
    if (query.payment_status) narrowed = narrowed.where('paymentStatus', '=', query.payment_status)
    if (query.payment_status_in) narrowed = narrowed.where('paymentStatus', 'in', query.payment_status_in)
    if (query.payment_status_not_in) narrowed = narrowed.where('paymentStatus', 'not in', query.payment_status_not_in)
    if (setIsStatuses) narrowed = narrowed.where('paymentStatus', 'in', setIsStatuses)
    if (query.statement_descriptor) narrowed = narrowed.where('statementDescriptor', '=', query.statement_descriptor)
    for (const keyword of keywordsOf(query)) {
      // Compare the time and the id, not the id alone, because the indexes for the other conditions are sorted by time.
      narrowed = narrowed.where((payment) =>
        payment(payment.refTuple('createdAt', 'id'), 'in', (texts) =>
          texts
            .selectFrom('paymentTexts')
            .select(['createdAt', 'id'])
            .where(containsKeyword('searchText', keyword, encodeForTrigrams))
            .$asTuple('createdAt', 'id'),
        ),
      )
    }
    return narrowed
  },
})

/** Parses a comma-separated list of statuses. Returns `undefined` if any part is not a status; the text is then searched for. */
const statusesIn = (set: string | undefined): PaymentStatus[] | undefined => {
  const parts = set?.split(',').map((part) => part.trim()) ?? []
  const statuses = paymentStatuses.filter((status) => parts.includes(status))
  return parts.length > 0 && parts.every((part) => statuses.some((status) => status === part)) ? statuses : undefined
}
