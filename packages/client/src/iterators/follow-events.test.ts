import type { Payment } from '@billing-checkout/contract'
import { afterEach, expect, expectTypeOf, test } from 'vitest'
import { aRefusal, aService, type ScriptedService } from '../../testing/a-service.ts'
import type { BillingError } from '../billing-error.ts'
import type { BooksDifference } from '../interface.ts'
import type { FollowOptions } from './follow-events.ts'

let service: ScriptedService
afterEach(() => service.close())

const page = (ids: readonly number[], hasMore = false) => ({
  body: {
    data: ids.map((id) => ({ id: `evt_${id}`, type: 'payment.created', data: { object: { id: `pay_${id}` } } })),
    meta: { limit: 100, has_more: hasMore },
  },
})

/** Follows until `count` events have arrived. */
const follow = async (count: number, options: FollowOptions = {}): Promise<string[]> => {
  const seen: string[] = []
  for await (const { id } of service.client.followEvents({ pollSeconds: 0.01, ...options })) {
    seen.push(id)
    if (seen.length === count) break
  }
  return seen
}

test('events are returned in order, across pages and polls', async () => {
  service = await aService([page([1, 2], true), page([3]), page([]), page([4])])

  expect(await follow(4)).toEqual(['evt_1', 'evt_2', 'evt_3', 'evt_4'])
  expect(service.arrived.map(({ target }) => target)).toEqual([
    '/events',
    '/events?after=evt_2',
    '/events?after=evt_3',
    '/events?after=evt_3',
  ])
})

test('following continues after the last event that was processed', async () => {
  service = await aService([page([8])])

  await follow(1, { after: 'evt_7', type_in: ['payment.created', 'payment.updated'] })

  expect(service.arrived[0]?.target).toBe('/events?after=evt_7&type_in=payment.created%2Cpayment.updated')
})

test('without a last event, following begins at the oldest event that the server keeps', async () => {
  service = await aService([page([3], true), page([4])])
  const books: { readonly lastEvent: string | null } = { lastEvent: null }

  expect(await follow(2, { after: books.lastEvent, type: 'payment.created' })).toEqual(['evt_3', 'evt_4'])
  expect(service.arrived.map(({ target }) => target)).toEqual([
    '/events?type=payment.created',
    '/events?after=evt_3&type=payment.created',
  ])
})

test('following continues after an outage of the service, and reports it', async () => {
  const away = Array.from({ length: 5 }, () => aRefusal(503, 'unavailable'))
  service = await aService([page([1]), ...away, page([2])])
  const troubles: BillingError['code'][] = []

  expect(await follow(2, { onTrouble: ({ code }) => troubles.push(code) })).toEqual(['evt_1', 'evt_2'])
  expect(troubles).toEqual(['unavailable'])
})

test('following ends with an error if the key is revoked', async () => {
  service = await aService([page([1]), aRefusal(401, 'invalid_credentials')])

  await expect(follow(2)).rejects.toMatchObject({ code: 'invalid_credentials' })
})

test('following ends without an error if its signal aborts during a pause', async () => {
  service = await aService([page([1]), page([])])
  const controller = new AbortController()

  const seen: string[] = []

  for await (const { id } of service.client.followEvents({ signal: controller.signal, pollSeconds: 30 })) {
    seen.push(id)
    setTimeout(() => controller.abort(), 10)
  }

  expect(seen).toEqual(['evt_1'])
})

test('following ends without an error if its signal aborts in the middle of a page', async () => {
  service = await aService([page([1, 2, 3])])
  const controller = new AbortController()
  const seen: string[] = []

  for await (const { id } of service.client.followEvents({ signal: controller.signal })) {
    seen.push(id)
    controller.abort()
  }

  expect(seen).toEqual(['evt_1'])
})

test('an event’s type determines the type of its object', async () => {
  service = await aService([page([1])])

  for await (const event of service.client.followEvents()) {
    if (event.type === 'payment.created') expectTypeOf(event.data.object).toEqualTypeOf<Payment>()
    if (event.type === 'books.difference') expectTypeOf(event.data.object).toEqualTypeOf<BooksDifference>()
    expectTypeOf(event.data.object).not.toBeNever()
    expect(event.data.object).toEqual({ id: 'pay_1' })
    break
  }
})
