import { BillingError } from '@billing-checkout/client'
import { randomUUID } from 'node:crypto'
import { type Request, type Response, Router } from 'express'
import { parseMoney } from '../format.ts'
import { type OfficeList, readOfficeView } from '../office-view.ts'
import { ordersPage } from '../pages/orders-page.ts'
import { customerPage, paymentPage, type RefundForm, subscriptionPage } from '../pages/resource-page.ts'
import type { Shop } from '../shop.ts'
import { show } from '../show.ts'
import { readVisit } from '../visit.ts'
import { findSubscriptionsToCome } from './find-customers.ts'

const rowsOfPage = 20

/** The back office: the billing service's data, and refunds. A real shop would require a sign-in. */
export const orderRoutes = (shop: Shop): Router => {
  const { client, billingUrl } = shop
  const router = Router()

  router.get('/orders', async (request, response) => {
    const visit = readVisit(request, response)
    const view = readOfficeView(request.query)
    const { search } = view
    const pageOf = (list: OfficeList) => ({
      limit: rowsOfPage,
      page: view.pages[list],
      ...(view.at !== null && { snapshot_at: view.at }),
    })
    const found = (list: OfficeList) => ({ ...pageOf(list), ...(search !== '' && { search }) })
    const [payments, subscriptions, customers, disputes, deliveries, toCome, now] = await Promise.all([
      client.findPayments(found('payments')),
      client.findSubscriptions(found('subscriptions')),
      client.findCustomers(found('customers')),
      search === '' ? client.findDisputes(pageOf('disputes')) : null,
      search === '' ? client.findWebhookDeliveries({ ...pageOf('deliveries'), limit: 10 }) : null,
      findSubscriptionsToCome(client),
      shop.time.now(),
    ])
    const lists = { payments, subscriptions, customers, disputes, deliveries }
    const time = { now, subscriptions: toCome, last: shop.time.last, inbox: shop.inboxUrl, back: '/orders' }
    // All links to other pages keep this page's snapshot.
    const shown = { ...view, at: view.at ?? payments.meta.snapshot_at }
    show(response, visit, ordersPage(visit, shown, lists, time), shop)
  })

  const showPayment = async (request: Request<{ id: string }>, response: Response, form: RefundForm): Promise<void> => {
    const visit = readVisit(request, response)
    show(response, visit, paymentPage(visit, await client.findPayment(request.params.id), form, billingUrl), shop)
  }

  router.get('/orders/payments/:id', (request, response) =>
    showPayment(request, response, { key: randomUUID(), amount: '', reason: '', fault: null }),
  )

  router.post('/orders/payments/:id/refund', async (request, response) => {
    const { words } = readVisit(request, response)
    const { id } = request.params
    const entered = fieldsOf(request)
    const { currency_code: currency } = await client.findPayment(id)
    const amount = entered.amount === '' ? undefined : parseMoney(entered.amount, currency)
    const again = (fault: string) =>
      showPayment(request, response.status(422), { ...entered, key: randomUUID(), fault })
    if (amount === null) return again(words.orders.refund.invalid)
    const refund = { ...(amount !== undefined && { amount }), ...(entered.reason !== '' && { reason: entered.reason }) }
    try {
      await client.refundPayment(id, refund, { idempotencyKey: entered.key })
    } catch (error) {
      if (!(error instanceof BillingError && refusals.has(error.code))) throw error
      return again(`${words.orders.refund.refused} ${error.message}`)
    }
    response.redirect(303, `/orders/payments/${id}`)
  })

  router.get('/orders/subscriptions/:id', async (request, response) => {
    const visit = readVisit(request, response)
    const subscription = await client.findSubscription(request.params.id)
    show(response, visit, subscriptionPage(visit, subscription, billingUrl), shop)
  })

  router.get('/orders/customers/:id', async (request, response) => {
    const visit = readVisit(request, response)
    const { id } = request.params
    const ofCustomer = { customer_id: id, limit: rowsOfPage }
    const [customer, payments, subscriptions] = await Promise.all([
      client.findCustomer(id),
      client.findPayments(ofCustomer),
      client.findSubscriptions(ofCustomer),
    ])
    show(response, visit, customerPage(visit, customer, { payments, subscriptions }, billingUrl), shop)
  })

  return router
}

/** The fields of the refund form. */
const fieldsOf = (request: Request): Omit<RefundForm, 'fault'> => {
  const body = (request.body ?? {}) as Readonly<Record<string, unknown>>
  const textOf = (name: string): string => (typeof body[name] === 'string' ? body[name].trim() : '')
  const key = textOf('key')
  return { key: key === '' ? randomUUID() : key.slice(0, 255), amount: textOf('amount'), reason: textOf('reason') }
}

/** Error codes of refused refunds that the staff can correct in the form. */
const refusals: ReadonlySet<BillingError['code']> = new Set([
  'payment_not_refundable',
  'refund_exceeds_captured',
  'amount_not_representable',
  'payment_in_progress',
  'invalid_parameter',
  'idempotency_key_reused',
] as const)
