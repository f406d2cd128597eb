import type { BillingEvent, Payment, Subscription } from '@billing-checkout/client'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Slug } from './catalogue.ts'
import type { Country } from './countries.ts'

/** An order: what the shop recorded when the checkout began, and what events have reported since. */
export interface Order {
  readonly id: string
  readonly shopperId: string
  readonly slug: Slug
  readonly country: Country
  readonly sessionId: string
  readonly openedAt: string
  /** The payment by which the order was paid; null before. */
  readonly payment: Pick<Payment, 'id' | 'amount' | 'currency_code' | 'payment_status' | 'refunded_amount'> | null
  readonly subscription: Pick<Subscription, 'id' | 'status' | 'next_billing_date' | 'current_period_end'> | null
  /** The time of the event that reported the payment, on which the shop packed the parcel; null before that. */
  readonly packedAt: string | null
  /** The sequence number of the latest event that changed the order; absent if no event has changed it yet. */
  readonly heardUpTo?: number
}

/** The orders and the last event that they reflect, in one document, so that both always agree. */
export interface Books {
  readonly lastEvent: string | undefined
  readonly orders: Readonly<Record<string, Order>>
}

/** The shop's orders, stored in a file. */
export interface OrderBook {
  readonly lastEvent: string | undefined
  find(id: string): Order | undefined
  /** Stores a new order, or one that the shop itself has changed. */
  keep(order: Order): void
  /** Applies the next event from the list of events, and stores its id as the place up to which the list was read. */
  hear(event: BillingEvent): void
  /** Applies an event from a webhook. The event may arrive twice, or before an earlier event. */
  take(event: BillingEvent): void
}

/** The file with the orders of an organization. */
export const orderBookFile = (dataDir: string, organizationId: string): string =>
  join(dataDir, 'shop', `${organizationId}.json`)

/** Opens the order book in a file; if there is no file, the book is empty. */
export const openOrderBook = (file: string): OrderBook => {
  let books = read(file)
  const keep = (changed: Books): void => {
    write(file, changed)
    books = changed
  }
  return {
    get lastEvent() {
      return books.lastEvent
    },
    find: (id) => (Object.hasOwn(books.orders, id) ? books.orders[id] : undefined),
    keep: (order) => keep({ ...books, orders: { ...books.orders, [order.id]: order } }),
    hear: (event) => keep(withEvent(books, event)),
    take: (event) => keep({ ...withEvent(books, event), lastEvent: books.lastEvent }),
  }
}

/** The books after an event; applying the same event again changes nothing. */
export const withEvent = (books: Books, event: BillingEvent): Books => {
  const heard = { ...books, lastEvent: event.id }
  const order = orderOf(books, event)
  if (order === undefined || isOlder(event, order)) return heard
  return { ...heard, orders: { ...books.orders, [order.id]: { ...withNews(order, event), heardUpTo: event.sequence } } }
}

/** Whether a later event has changed the order already. */
const isOlder = (event: BillingEvent, { heardUpTo }: Order): boolean =>
  heardUpTo !== undefined && event.sequence < heardUpTo

const withNews = (order: Order, event: BillingEvent): Order => {
  if (isAboutSubscription(event)) return { ...order, subscription: factsOfSubscription(event.data.object) }
  if (!isAboutPayment(event)) return order
  const payment = event.data.object
  const paid = isPaid(payment)
  // Ignore an unsuccessful payment, unless the order already has it: the shopper may try another card, or has paid already.
  if (!paid && payment.id !== order.payment?.id) return order
  return {
    ...order,
    payment: factsOfPayment(payment),
    subscription: payment.subscription ? factsOfSubscription(payment.subscription) : order.subscription,
    packedAt: order.packedAt ?? (paid ? event.created_at : null),
  }
}

/** The order whose number is in the metadata of the event's payment or subscription; `undefined` if there is none. */
const orderOf = (books: Books, event: BillingEvent): Order | undefined => {
  if (!isAboutPayment(event) && !isAboutSubscription(event)) return undefined
  const id = event.data.object.metadata['order']
  return typeof id === 'string' && Object.hasOwn(books.orders, id) ? books.orders[id] : undefined
}

type PaymentEvent = Extract<BillingEvent, { data: { object: Payment } }>
type SubscriptionEvent = Extract<BillingEvent, { data: { object: Subscription } }>

const isAboutPayment = (event: BillingEvent): event is PaymentEvent => /^(payment|refund)\./.test(event.type)

const isAboutSubscription = (event: BillingEvent): event is SubscriptionEvent => event.type.startsWith('subscription.')

const isPaid = ({ payment_status: status }: Payment): boolean =>
  status === 'AUTHORIZED' || status === 'SETTLING' || status === 'SETTLED'

const factsOfPayment = (payment: Payment): Order['payment'] => ({
  id: payment.id,
  amount: payment.amount,
  currency_code: payment.currency_code,
  payment_status: payment.payment_status,
  refunded_amount: payment.refunded_amount,
})

const factsOfSubscription = (subscription: Subscription): Order['subscription'] => ({
  id: subscription.id,
  status: subscription.status,
  next_billing_date: subscription.next_billing_date,
  current_period_end: subscription.current_period_end,
})

const read = (file: string): Books => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Books
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { lastEvent: undefined, orders: {} }
    throw error
  }
}

/** Writes a new file and renames it, so that a crash leaves the old file or the new one, never half a file. */
const write = (file: string, books: Books): void => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(books, null, 1))
  renameSync(`${file}.new`, file)
}
