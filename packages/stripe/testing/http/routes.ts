import type { Stripe } from 'stripe'
import type { Books } from '../books.ts'
import { retrieveAccount } from '../objects/accounts.ts'
import { withCurrentStatus, retrieveBalance, retrieveBalanceTransaction } from '../objects/balance.ts'
import { retrieveCharge } from '../objects/charges.ts'
import { createCustomer, deleteCustomer, retrieveCustomer } from '../objects/customers.ts'
import { retrieveDispute } from '../objects/disputes.ts'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  retrieveEvent,
  retrieveWebhookEndpoint,
  withoutSecret,
} from '../objects/events.ts'
import {
  cancelPaymentIntent,
  capturePaymentIntent,
  confirmPaymentIntent,
  createPaymentIntent,
  retrievePaymentIntent,
} from '../objects/payment-intents.ts'
import {
  attachPaymentMethod,
  createPaymentMethod,
  detachPaymentMethod,
  retrievePaymentMethod,
} from '../objects/payment-methods.ts'
import { retrievePayout } from '../objects/payouts.ts'
import { createRefund, retrieveRefund, updateRefund } from '../objects/refunds.ts'
import {
  cancelSetupIntent,
  confirmSetupIntent,
  createSetupIntent,
  retrieveSetupIntent,
} from '../objects/setup-intents.ts'
import { listConfigurations } from '../objects/wallets/payment-method-configurations.ts'
import { createDomain, listDomains, validateDomain } from '../objects/wallets/payment-method-domains.ts'
import { listObjects } from './list-objects.ts'
import type { Params } from './read-form.ts'
import { searchPaymentIntents } from './search.ts'

/** Every type of object that the fake answers with. */
export type Answer =
  | Stripe.Account
  | Stripe.Balance
  | Stripe.BalanceTransaction
  | Stripe.Charge
  | Stripe.Customer
  | Stripe.DeletedCustomer
  | Stripe.DeletedWebhookEndpoint
  | Stripe.Dispute
  | Stripe.Event
  | Stripe.PaymentIntent
  | Stripe.PaymentMethod
  | Stripe.PaymentMethodDomain
  | Stripe.Payout
  | Stripe.Refund
  | Stripe.SetupIntent
  | Stripe.WebhookEndpoint
  | Stripe.ApiList<object>
  | Stripe.ApiSearchResult<Stripe.PaymentIntent>

type Handler = (books: Books, params: Params, id: string) => Answer

const routes: Readonly<Record<string, Handler>> = {
  'GET /v1/account': retrieveAccount,
  'GET /v1/balance': retrieveBalance,
  'GET /v1/balance_transactions': (books, { payout, ...params }) =>
    listObjects(
      '/v1/balance_transactions',
      [...books.balanceTransactions.values()]
        .filter(({ id }) => payout === undefined || books.paidOut.get(id) === payout)
        .map((transaction) => withCurrentStatus(books, transaction)),
      params,
      ['type', 'source', 'currency'],
    ),
  'GET /v1/balance_transactions/:id': retrieveBalanceTransaction,
  'GET /v1/charges': (books, params) =>
    listObjects('/v1/charges', books.charges.values(), params, ['customer', 'payment_intent']),
  'GET /v1/charges/:id': retrieveCharge,
  'GET /v1/customers': (books, params) => listObjects('/v1/customers', books.customers.values(), params, ['email']),
  'POST /v1/customers': createCustomer,
  'GET /v1/customers/:id': retrieveCustomer,
  'DELETE /v1/customers/:id': deleteCustomer,
  'GET /v1/disputes': (books, params) =>
    listObjects('/v1/disputes', books.disputes.values(), params, ['charge', 'payment_intent']),
  'GET /v1/disputes/:id': retrieveDispute,
  'GET /v1/events': (books, { types, ...params }) =>
    listObjects(
      '/v1/events',
      [...books.events.values()].filter(
        ({ type }) => types === undefined || (types as readonly string[]).includes(type),
      ),
      params,
      ['type'],
    ),
  'GET /v1/events/:id': retrieveEvent,
  'GET /v1/payment_intents': (books, params) =>
    listObjects('/v1/payment_intents', books.paymentIntents.values(), params, ['customer']),
  'POST /v1/payment_intents': createPaymentIntent,
  'GET /v1/payment_intents/search': searchPaymentIntents,
  'GET /v1/payment_intents/:id': retrievePaymentIntent,
  'POST /v1/payment_intents/:id/cancel': cancelPaymentIntent,
  'POST /v1/payment_intents/:id/capture': capturePaymentIntent,
  'POST /v1/payment_intents/:id/confirm': confirmPaymentIntent,
  'GET /v1/payment_method_configurations': listConfigurations,
  'GET /v1/payment_method_domains': listDomains,
  'POST /v1/payment_method_domains': createDomain,
  'POST /v1/payment_method_domains/:id/validate': validateDomain,
  'GET /v1/payment_methods': (books, params) =>
    listObjects(
      '/v1/payment_methods',
      [...books.methods.values()].map(({ shown }) => shown).filter(({ customer }) => customer !== null),
      params,
      ['customer', 'type'],
    ),
  'POST /v1/payment_methods': createPaymentMethod,
  'GET /v1/payment_methods/:id': retrievePaymentMethod,
  'POST /v1/payment_methods/:id/attach': attachPaymentMethod,
  'POST /v1/payment_methods/:id/detach': detachPaymentMethod,
  'GET /v1/payouts': (books, params) => listObjects('/v1/payouts', books.payouts.values(), params, ['status']),
  'GET /v1/payouts/:id': retrievePayout,
  'GET /v1/radar/early_fraud_warnings': (books, params) =>
    listObjects('/v1/radar/early_fraud_warnings', books.fraudWarnings.values(), params, ['charge', 'payment_intent']),
  'GET /v1/refunds': (books, params) =>
    listObjects('/v1/refunds', books.refunds.values(), params, ['charge', 'payment_intent']),
  'POST /v1/refunds': createRefund,
  'GET /v1/refunds/:id': retrieveRefund,
  'POST /v1/refunds/:id': updateRefund,
  'GET /v1/setup_intents': (books, params) =>
    listObjects('/v1/setup_intents', books.setupIntents.values(), params, ['customer', 'payment_method']),
  'POST /v1/setup_intents': createSetupIntent,
  'GET /v1/setup_intents/:id': retrieveSetupIntent,
  'POST /v1/setup_intents/:id/cancel': cancelSetupIntent,
  'POST /v1/setup_intents/:id/confirm': confirmSetupIntent,
  'GET /v1/webhook_endpoints': (books, params) =>
    listObjects('/v1/webhook_endpoints', [...books.webhookEndpoints.values()].map(withoutSecret), params),
  'POST /v1/webhook_endpoints': createWebhookEndpoint,
  'GET /v1/webhook_endpoints/:id': retrieveWebhookEndpoint,
  'DELETE /v1/webhook_endpoints/:id': deleteWebhookEndpoint,
}

/** The handler of a method and path; undefined if the fake has none. */
export const findRoute = (
  method: string,
  path: string,
): { readonly handle: Handler; readonly id: string } | undefined => {
  const exact = routes[`${method} ${path}`]
  if (exact !== undefined) return { handle: exact, id: '' }
  const [, version, noun, id = '', verb] = path.split('/')
  const pattern = `${method} /${[version, noun, ':id', ...(verb === undefined ? [] : [verb])].join('/')}`
  const handle = routes[pattern]
  return handle === undefined || id === '' ? undefined : { handle, id }
}
