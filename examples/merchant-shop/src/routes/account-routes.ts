import type { Subscription } from '@billing-checkout/client'
import { type Request, Router } from 'express'
import { recurringPlans } from '../catalogue.ts'
import { inboxOf } from '../inbox.ts'
import { accountPage } from '../pages/account-page.ts'
import { changePage } from '../pages/checkout-page.ts'
import { missingPage } from '../pages/plain-pages.ts'
import type { Shop } from '../shop.ts'
import { show } from '../show.ts'
import { readVisit, type Shopper } from '../visit.ts'
import { findOwnCustomer, findOwnSubscriptions } from './find-subscriptions.ts'

/** What a shopper has, and the changes they may make to it. */
export const accountRoutes = (shop: Shop): Router => {
  const router = Router()
  const plans = recurringPlans(shop.catalogue)

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
    show(response, visit, accountPage(visit, customer, plans, time), shop)
  })

  router.post('/account/:id/cancel', async (request, response, next) => {
    const subscription = await findOwn(readVisit(request, response).shopper, request)
    if (subscription === undefined) return next()
    await shop.client.scheduleCancellation(subscription.id)
    response.redirect(303, '/account')
  })

  /** A plan changes to that one; without a plan the subscription's status says what the session is for. */
  router.post('/account/:id/checkout', async (request, response, next) => {
    const { shopper, language } = readVisit(request, response)
    const subscription = await findOwn(shopper, request)
    const { plan: planId } = (request.body ?? {}) as { readonly plan?: unknown }
    const plan = plans.find(({ id }) => id === planId)
    if (shopper === null || subscription === undefined || (planId !== undefined && plan === undefined)) return next()
    const session = await shop.client.createClientSession({
      customer: { external_id: shopper.id },
      subscription: { id: subscription.id },
      ...(plan && { plan: { id: plan.id } }),
      options: { locale: language },
    })
    response.redirect(303, `/account/checkout/${session.id}`)
  })

  router.get('/account/checkout/:sessionId', async (request, response) => {
    const visit = readVisit(request, response)
    const { customer } = await shop.client.findClientSession(request.params.sessionId)
    const isOwn = visit.shopper !== null && customer?.external_id === visit.shopper.id
    if (!isOwn) return show(response.status(404), visit, missingPage(visit), shop)
    const { phase, purpose } = await shop.client.findCheckout(request.params.sessionId)
    if (phase === 'completed' || phase === 'expired') return response.redirect(303, '/account')
    if (purpose === null || purpose === 'subscribe' || purpose === 'pay') {
      return show(response.status(404), visit, missingPage(visit), shop)
    }
    show(response, visit, changePage(visit, purpose, request.params.sessionId), shop)
  })

  /** The subscription that the address names; those of others do not exist. */
  const findOwn = async (
    shopper: Shopper | null,
    { params }: Request<{ id: string }>,
  ): Promise<Subscription | undefined> =>
    (await findOwnSubscriptions(shop.client, shopper)).find(({ id }) => id === params.id)

  return router
}
