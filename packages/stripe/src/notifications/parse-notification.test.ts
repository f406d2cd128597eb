import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { signNotification } from '../../testing/index.ts'
import { stripeProcessor } from '../stripe-processor.ts'
import { queriedEventTypes } from './event-types.ts'

const now = '2026-11-22T10:00:00.000Z'
const processor = stripeProcessor({
  connection: 'con_stripe',
  accountId: 'acct_fake',
  secretKey: 'sk_test_fake',
  livemode: false,
  connectedAt: new Date(now),
  notificationSecrets: [
    { secret: 'whsec_new', goodUntil: null },
    { secret: 'whsec_old', goodUntil: '2026-11-23T00:00:00.000Z' },
  ],
})
const parse = (event: Partial<Stripe.Event>, { secret = 'whsec_new', at = now } = {}) => {
  const data = { object: { id: 'du_1', object: 'dispute' } }
  const body = JSON.stringify({ id: 'evt_1', object: 'event', livemode: false, data, ...event })
  const headers = { 'stripe-signature': signNotification(body, secret, Date.parse(at) / 1000) }
  return processor.parseNotification!(body, headers, at)
}

test('every type for which an endpoint is registered is read', () => {
  const types = queriedEventTypes.filter((type) => !type.startsWith('payment_method.'))

  expect(types.map((type) => parse({ type }))).toMatchObject(
    types.map(() => ({ kind: 'genuine', id: 'evt_1', about: ['du_1'] })),
  )
})

test('a replaced card is named by its stored token, and a card without a customer is not ours', () => {
  const told = (customer: string | null) => {
    const data = { object: { id: 'pm_1', object: 'payment_method', customer } } as unknown as Stripe.Event.Data
    return ['payment_method.automatically_updated', 'payment_method.updated'].map((type) =>
      parse({ type, data } as Partial<Stripe.Event>),
    )
  }

  expect(told('cus_1')).toMatchObject([{ about: ['cus_1/pm_1'] }, { about: ['cus_1/pm_1'] }])
  expect(told(null)).toMatchObject([{ about: [] }, { about: [] }])
})

test('a detached method is named by its former token', () => {
  const object = { id: 'pm_1', object: 'payment_method', type: 'paypal', customer: null }
  const data = { object, previous_attributes: { customer: 'cus_1' } } as unknown as Stripe.Event.Data

  expect(parse({ type: 'payment_method.detached', data } as Partial<Stripe.Event>)).toMatchObject({
    about: ['cus_1/pm_1/paypal'],
  })
})

test('an event from the other mode of an account is not ours', () => {
  expect(parse({ type: 'refund.created', livemode: true })).toEqual({ kind: 'genuine', id: 'evt_1', about: [] })
})

test('a replaced secret stays valid for a while, and then no longer', () => {
  const type = 'refund.created'
  const kinds = [now, '2026-11-22T23:59:59.000Z', '2026-11-23T00:00:00.000Z'].map(
    (at) => parse({ type }, { secret: 'whsec_old', at }).kind,
  )

  expect(kinds).toEqual(['genuine', 'genuine', 'forged'])
})
