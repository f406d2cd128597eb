import { Router } from 'express'
import { homePage } from '../pages/home-page.ts'
import { smallPrintPage } from '../pages/plain-pages.ts'
import type { Shop } from '../shop.ts'
import { show } from '../show.ts'
import { readVisit, signOut } from '../visit.ts'

/** The front page, the terms, and signing out. */
export const frontRoutes = (shop: Shop): Router => {
  const router = Router()

  router.get('/', async (request, response) => {
    const visit = readVisit(request, response)
    show(response, visit, homePage(visit, await shop.findPrices(visit.country, visit.language)), shop)
  })

  router.get('/small-print', (request, response) => {
    const visit = readVisit(request, response)
    show(response, visit, smallPrintPage(visit), shop)
  })

  router.post('/sign-out', (request, response) => {
    signOut(response)
    response.redirect(303, placeInside(request.body))
  })

  return router
}

/** The page that a form wants to return to, if it is a page of the shop; else the front page. */
const placeInside = (body: { readonly back?: unknown } | undefined): string =>
  typeof body?.back === 'string' && /^\/(?![/\\])[\w/-]*$/.test(body.back) ? body.back : '/'
