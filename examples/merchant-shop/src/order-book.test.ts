import type { BillingEvent } from '@billing-checkout/client'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Books, openOrderBook, type Order, withEvent } from './order-book.ts'

const anOrder = (facts: Partial<Order> = {}): Order => ({
  id: 'NK-1',
  shopperId: 'shopper-1',
  slug: 'daily-cup',
  country: 'DE',
  sessionId: 'session-1',
  openedAt: '2026-11-21T12:00:00.000Z',
  payment: null,
  subscription: null,
  packedAt: null,
  ...facts,
})

const booksWith = (order: Order): Books => ({ lastEvent: undefined, orders: { [order.id]: order } })

const aPaymentEvent = (status: string, payment: object = {}): BillingEvent =>
  ({
    id: `evt_${status}`,
    type: 'payment.updated',
    created_at: '2026-11-21T12:01:00.000Z',
    data: {
      object: {
        id: 'pay_1',
        amount: 900,
        currency_code: 'EUR',
        payment_status: status,
        refunded_amount: 0,
        subscription: null,
        metadata: { order: 'NK-1' },
        ...payment,
      },
    },
  }) as unknown as BillingEvent

const after = (...events: readonly BillingEvent[]): Order | undefined =>
  events.reduce(withEvent, booksWith(anOrder())).orders['NK-1']

test.each(['AUTHORIZED', 'SETTLING', 'SETTLED'])('an order is packed when its payment is %s', (status) => {
  expect(after(aPaymentEvent(status))).toMatchObject({
    packedAt: '2026-11-21T12:01:00.000Z',
    payment: { id: 'pay_1', payment_status: status },
  })
})

test.each(['PENDING', 'DECLINED', 'BLOCKED', 'FAILED', 'CANCELLED'])(
  'nothing is packed for a payment that is %s',
  (status) => {
    expect(after(aPaymentEvent(status))).toMatchObject({ packedAt: null, payment: null })
  },
)

test('a declined attempt does not undo a payment', () => {
  const order = after(aPaymentEvent('SETTLING'), aPaymentEvent('DECLINED', { id: 'pay_0' }))

  expect(order).toMatchObject({ payment: { id: 'pay_1', payment_status: 'SETTLING' } })
})

test('a parcel is packed once, however many events name its payment', () => {
  const settled = { ...aPaymentEvent('SETTLED'), created_at: '2026-11-22T00:00:00.000Z' } as BillingEvent

  expect(after(aPaymentEvent('SETTLING'), settled, settled)).toMatchObject({
    packedAt: '2026-11-21T12:01:00.000Z',
    payment: { payment_status: 'SETTLED' },
  })
})

test('the order book knows the refunded amount', () => {
  const refunded = { ...aPaymentEvent('SETTLED', { refunded_amount: 300 }), type: 'refund.created' } as BillingEvent

  expect(after(aPaymentEvent('SETTLED'), refunded)).toMatchObject({ payment: { refunded_amount: 300 } })
})

test('an event without an order of the shop is only remembered as received', () => {
  const books = booksWith(anOrder())

  expect(withEvent(books, aPaymentEvent('SETTLED', { metadata: {} }))).toEqual({ ...books, lastEvent: 'evt_SETTLED' })
  expect(withEvent(books, aPaymentEvent('SETTLED', { metadata: { order: '__proto__' } })).orders).toEqual(books.orders)
})

test('after a restart the shop knows its orders and the last event that it read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'order-book-'))
  const file = join(folder, 'shop', 'orders.json')
  const before = openOrderBook(file)
  before.keep(anOrder())
  before.hear(aPaymentEvent('SETTLING'))

  const again = openOrderBook(file)

  expect(again.lastEvent).toBe('evt_SETTLING')
  expect(again.find('NK-1')).toEqual(before.find('NK-1'))
  expect(again.find('toString')).toBeUndefined()
  rmSync(folder, { recursive: true })
})

test('webhook events, even repeated or late ones, lead to the same orders as the list of events', () => {
  const folder = mkdtempSync(join(tmpdir(), 'order-book-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const book = openOrderBook(join(folder, 'orders.json'))
  book.keep(anOrder())
  const settling = { ...aPaymentEvent('SETTLING'), sequence: 7 } as BillingEvent
  const settled = { ...aPaymentEvent('SETTLED'), sequence: 9 } as BillingEvent

  for (const event of [settled, settling, settled]) book.take(event)

  expect(book.find('NK-1')).toMatchObject({ payment: { payment_status: 'SETTLED' } })
  expect(book.lastEvent).toBeUndefined()
  book.hear(settling)
  expect(book.lastEvent).toBe(settling.id)
  expect(book.find('NK-1')).toMatchObject({ payment: { payment_status: 'SETTLED' } })
})
