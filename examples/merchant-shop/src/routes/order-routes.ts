import { Router } from 'express'
import { ordersPage, resourcePage } from '../pages/orders-page.ts'
import type { Shop } from '../shop.ts'
import { show } from '../show.ts'
import { readVisit } from '../visit.ts'
import { findSubscriptionsToCome } from './find-subscriptions.ts'

/** The back office: what the billing service knows. A real shop would ask who is there. */
export const orderRoutes = (shop: Shop): Router => {
  const { client, billingUrl } = shop
  const router = Router()

  router.get('/orders', async (request, response) => {
    const visit = readVisit(request, response)
    const [payments, subscriptions, disputes, deliveries, toCome, now] = await Promise.all([
      client.findPayments({ limit: 50 }),
      client.findSubscriptions({ limit: 50 }),
      client.findDisputes({ limit: 50 }),
      client.findWebhookDeliveries({ limit: 10 }),
      findSubscriptionsToCome(client),
      shop.time.now(),
    ])
    const time = { now, subscriptions: toCome, last: shop.time.last, back: '/orders' }
    show(response, visit, ordersPage(visit, payments, { subscriptions, disputes, deliveries }, time), shop)
  })

  router.get('/orders/payments/:id', async (request, response) => {
    const visit = readVisit(request, response)
    const { id } = request.params
    show(response, visit, resourcePage(visit, `/payments/${id}`, await client.findPayment(id), billingUrl), shop)
  })

  router.get('/orders/subscriptions/:id', async (request, response) => {
    const visit = readVisit(request, response)
    const { id } = request.params
    const subscription = await client.findSubscription(id)
    show(response, visit, resourcePage(visit, `/subscriptions/${id}`, subscription, billingUrl), shop)
  })

  return router
}
