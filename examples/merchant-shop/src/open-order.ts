import { randomInt } from 'node:crypto'
import type { Slug } from './catalogue.ts'
import type { Country } from './countries.ts'
import type { Language } from './languages/languages.ts'
import type { Order } from './order-book.ts'
import type { Shop } from './shop.ts'
import type { Shopper } from './visit.ts'

/** What a shopper wants to buy. */
export interface Wish {
  readonly slug: Slug
  readonly country: Country
  readonly shopper: Shopper
  /** The name on the parcel; empty if none was given. */
  readonly name: string
}

/** Records a new order and opens its checkout. */
export const openOrder = async (shop: Shop, wish: Wish, language: Language): Promise<Order> => {
  const id = newOrderNumber()
  const order: Order = {
    id,
    shopperId: wish.shopper.id,
    slug: wish.slug,
    country: wish.country,
    sessionId: await openCheckout(shop, id, wish, language),
    openedAt: new Date().toISOString(),
    payment: null,
    subscription: null,
    packedAt: null,
  }
  shop.book.keep(order)
  return order
}

/** Opens another checkout for an order whose checkout has expired. */
export const reopenOrder = async (shop: Shop, order: Order, shopper: Shopper, language: Language): Promise<Order> => {
  const sessionId = await openCheckout(shop, order.id, { ...order, shopper, name: '' }, language)
  const reopened = { ...order, sessionId }
  shop.book.keep(reopened)
  return reopened
}

/**
 * Opens a client session and returns its id. Payment and subscription carry the order's number, so that the shop can
 * find the order of an event.
 */
const openCheckout = async (shop: Shop, id: string, wish: Wish, language: Language): Promise<string> => {
  const { slug, country, shopper, name } = wish
  const plan = shop.catalogue[slug]
  const session = await shop.client.createClientSession({
    customer: { external_id: shopper.id, email: shopper.email, country, ...(name && { full_name: name }) },
    plan: { id: plan.id },
    payment: { metadata: { order: id } },
    ...(plan.type === 'recurring' && { subscription: { metadata: { order: id } } }),
    // A card gets only one trial by default, but here all visitors pay with the same test card.
    options: { locale: language, trial: 'always' },
  })
  return session.id
}

/** A short number to read out on the telephone, without letters that look like digits. */
const newOrderNumber = (): string =>
  `NK-${Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')}`

const letters = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
