import type { Stripe } from 'stripe'
import { expect, test } from 'vitest'
import { signNotification } from '../../testing/index.ts'
import { stripeProcessor } from '../stripe-processor.ts'
import { readTypes } from './event-types.ts'

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

test('every type that an endpoint is registered for is read', () => {
  expect(readTypes.map((type) => parse({ type }))).toEqual(
    readTypes.map(() => ({ kind: 'genuine', id: 'evt_1', about: ['du_1'] })),
  )
})

test('what happened in the other mode of an account is nothing of ours', () => {
  expect(parse({ type: 'refund.created', livemode: true })).toEqual({ kind: 'genuine', id: 'evt_1', about: [] })
})

test('a secret that another has replaced is good for a while, and signs nothing any more then', () => {
  const type = 'refund.created'
  const kinds = [now, '2026-11-22T23:59:59.000Z', '2026-11-23T00:00:00.000Z'].map(
    (at) => parse({ type }, { secret: 'whsec_old', at }).kind,
  )

  expect(kinds).toEqual(['genuine', 'genuine', 'forged'])
})
