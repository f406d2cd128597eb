import { Router } from 'express'
import { nextCharge } from '../pages/time-panel.ts'
import type { Shop } from '../shop.ts'
import { type Step, steps } from '../time-machine.ts'
import { readVisit } from '../visit.ts'
import { findOwnSubscriptions, findSubscriptionsToCome } from './find-customers.ts'

/** Moves the sandbox's clock, and returns to the page of the panel. A real shop cannot move its clock. */
export const timeRoutes = (shop: Shop): Router => {
  const router = Router()

  router.post('/time', async (request, response, next) => {
    const { step, back } = (request.body ?? {}) as { readonly step?: unknown; readonly back?: unknown }
    if (!isStep(step)) return next()
    const isOffice = back === '/orders'
    const subscriptions = isOffice
      ? await findSubscriptionsToCome(shop.client)
      : await findOwnSubscriptions(shop.client, readVisit(request, response).shopper)
    await shop.time.move(step, nextCharge(subscriptions))
    response.redirect(303, `${isOffice ? '/orders' : '/account'}#time`)
  })

  return router
}

const isStep = (value: unknown): value is Step => steps.some((step) => step === value)
