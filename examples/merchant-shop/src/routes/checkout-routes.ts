import { type Request, type Response, Router } from 'express'
import { type Slug, slugs } from '../catalogue.ts'
import { openOrder, reopenOrder } from '../open-order.ts'
import type { Order } from '../order-book.ts'
import { checkoutPage } from '../pages/checkout-page.ts'
import { missingPage } from '../pages/plain-pages.ts'
import { thanksPage } from '../pages/thanks-page.ts'
import { type Entered, whoPage } from '../pages/who-page.ts'
import type { Shop } from '../shop.ts'
import { show } from '../show.ts'
import { readVisit, type Shopper, signIn, type Visit } from '../visit.ts'

/** The routes from a product to a paid order. */
export const checkoutRoutes = (shop: Shop): Router => {
  const router = Router()

  router.get('/checkout/:slug', async (request, response, next) => {
    const slug = slugOf(request)
    if (slug === undefined) return next()
    await askWho(shop, response, readVisit(request, response), slug, { email: '', name: '', isInvalid: false })
  })

  router.post('/checkout/:slug', async (request, response, next) => {
    const slug = slugOf(request)
    if (slug === undefined) return next()
    const visit = readVisit(request, response)
    const { email, name } = fieldsOf(request)
    const shopper = email === null ? visit.shopper : signIn(response, email)
    // Redirect to a page with its own address, so that a shopper can return to it without sending a form again.
    if (email === null && shopper === null) return response.redirect(303, `/checkout/${slug}`)
    if (shopper === null) {
      return askWho(shop, response, visit, slug, { email: email ?? '', name, isInvalid: true })
    }
    const order = await openOrder(shop, { slug, country: visit.country, shopper, name }, visit.language)
    response.redirect(303, `/order/${order.id}`)
  })

  router.get('/order/:id', async (request, response) => {
    const visit = readVisit(request, response)
    const { order, shopper } = ownOrder(shop, visit, request.params.id)
    if (order === null) return show(response.status(404), visit, missingPage(visit), shop)
    // Ask the service, because the shopper may have paid in another tab.
    const { phase } = await shop.client.findCheckout(order.sessionId)
    if (phase === 'completed') return response.redirect(303, `/order/${order.id}/thanks`)
    const payable = phase === 'expired' ? await reopenOrder(shop, order, shopper, visit.language) : order
    show(response, visit, checkoutPage(visit, payable, shopper), shop)
  })

  router.get('/order/:id/thanks', (request, response) => {
    const visit = readVisit(request, response)
    const { order } = ownOrder(shop, visit, request.params.id)
    if (order === null) return show(response.status(404), visit, missingPage(visit), shop)
    show(response, visit, thanksPage(visit, order, shop.catalogue[order.slug].name), shop)
  })

  router.get('/order/:id/state', (request, response) => {
    const { order } = ownOrder(shop, readVisit(request, response), request.params.id)
    response.set('Cache-Control', 'no-store')
    if (order === null) return response.sendStatus(404)
    response.json({ packed: order.packedAt !== null })
  })

  return router
}

const slugOf = (request: Request<{ slug: string }>): Slug | undefined =>
  slugs.find((slug) => slug === request.params.slug)

const askWho = async (shop: Shop, response: Response, visit: Visit, slug: Slug, entered: Entered): Promise<void> => {
  const prices = await shop.findPrices(visit.country, visit.language)
  show(response.status(entered.isInvalid ? 422 : 200), visit, whoPage(visit, slug, prices[slug], entered), shop)
}

/** The fields of the form. `email` is null if the form has no such field; on the front page, a form is only a button. */
const fieldsOf = (request: Request): { readonly email: string | null; readonly name: string } => {
  const { email, name } = (request.body ?? {}) as Readonly<Record<string, unknown>>
  return {
    email: typeof email === 'string' ? email : null,
    name: typeof name === 'string' ? name.trim().slice(0, 200) : '',
  }
}

/** The shopper's own order. If the order belongs to another shopper, the result is the same as for an unknown order. */
const ownOrder = (
  { book }: Shop,
  { shopper }: Visit,
  id: string,
): { readonly order: Order; readonly shopper: Shopper } | { readonly order: null; readonly shopper: null } => {
  const order = book.find(id)
  return order !== undefined && shopper !== null && order.shopperId === shopper.id
    ? { order, shopper }
    : { order: null, shopper: null }
}
