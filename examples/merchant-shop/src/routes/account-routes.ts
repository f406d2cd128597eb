import type { BillingClient } from '@billing-checkout/client'
import { Router } from 'express'
import { accountPage } from '../pages/account-page.ts'
import type { Shop } from '../shop.ts'
import { show } from '../show.ts'
import { readVisit } from '../visit.ts'
import { findOwnCustomer } from './find-subscriptions.ts'

/** What a shopper has, and the two changes they may make to it. */
export const accountRoutes = (shop: Shop): Router => {
  const router = Router()

  router.get('/account', async (request, response) => {
    const visit = readVisit(request, response)
    const customer = visit.shopper && (await findOwnCustomer(shop.client, visit.shopper))
    const time = visit.shopper && {
      now: await shop.time.now(),
      subscriptions: customer?.subscriptions ?? [],
      last: shop.time.last,
      back: '/account',
    }
    show(response, visit, accountPage(visit, customer, time), shop)
  })

  router.post('/account/:id/:verb', async (request, response, next) => {
    const { id, verb } = request.params
    const change = changes[verb]
    const { shopper } = readVisit(request, response)
    const customer = shopper && (await findOwnCustomer(shop.client, shopper))
    const isOwn = customer?.subscriptions.some((subscription) => subscription.id === id)
    if (change === undefined || !isOwn) return next()
    await change(shop.client, id)
    response.redirect(303, '/account')
  })

  return router
}

const changes: Readonly<Partial<Record<string, (client: BillingClient, id: string) => Promise<unknown>>>> = {
  cancel: (client, id) => client.scheduleCancellation(id),
  keep: (client, id) => client.updateSubscription({ subscription: { id, status: 'active' } }),
}
