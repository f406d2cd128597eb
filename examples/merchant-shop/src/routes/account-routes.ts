import { Router } from 'express'
import { inboxOf } from '../inbox.ts'
import { accountPage } from '../pages/account-page.ts'
import type { Shop } from '../shop.ts'
import { show } from '../show.ts'
import { readVisit, type Visit } from '../visit.ts'
import { findOwnCustomer } from './find-customers.ts'

/** The account page with the billing service's portal, for the customer whom the shop has signed in. */
export const accountRoutes = (shop: Shop): Router => {
  const router = Router()

  router.get('/account', async (request, response) => {
    const visit = readVisit(request, response)
    const customer = visit.shopper && (await findOwnCustomer(shop.client, visit.shopper))
    const time = visit.shopper && {
      now: await shop.time.now(),
      subscriptions: customer?.subscriptions ?? [],
      last: shop.time.last,
      inbox: inboxOf(shop.inboxUrl, visit.shopper.email),
      back: '/account',
    }
    show(response, visit, accountPage(visit, customer && (await openPortal(shop, visit, customer.id)), time), shop)
  })

  /**
   * Opens another portal session, because a session ends after an hour. The portal on the page continues with the new session's client
   * token.
   */
  router.post('/account/token', async (request, response, next) => {
    const visit = readVisit(request, response)
    const customer = visit.shopper && (await findOwnCustomer(shop.client, visit.shopper))
    if (customer === null) return next()
    response.set('Cache-Control', 'no-store').json({ client_token: await openPortal(shop, visit, customer.id) })
  })

  return router
}

const openPortal = async ({ client }: Shop, { language }: Visit, customerId: string): Promise<string> => {
  const session = await client.createPortalSession({ customer: { id: customerId }, options: { locale: language } })
  return session.client_token
}
