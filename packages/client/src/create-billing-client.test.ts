import type { Payment, Plan } from '@billing-checkout/contract'
import { afterEach, describe, expect, expectTypeOf, test } from 'vitest'
import { aRefusal, aService, type ScriptedService } from '../testing/a-service.ts'
import { createBillingClient } from './create-billing-client.ts'
import { type OperationRoute, operationTable } from './operation-table.ts'

let service: ScriptedService
afterEach(() => service.close())

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

describe.each(Object.entries(operationTable) as [keyof typeof operationTable, OperationRoute][])(
  '%s',
  (name, operation) => {
    const given = [...(operation.path.includes('{') ? ['id_1'] : []), ...operation.sends.map(() => ({ some: 'thing' }))]
    const call = (options?: object): Promise<unknown> =>
      (service.client[name] as (...given: unknown[]) => Promise<unknown>)(...given, options)
    const changes = operation.method === 'POST' || operation.method === 'PATCH'

    test('sends its method, path, key and version, and returns the answer', async () => {
      service = await aService([{ body: { id: 'id_1' } }])

      expect(await call()).toEqual({ id: 'id_1' })

      const path = operation.path.replace(/\{\w+\}/, 'id_1') + (operation.sends.includes('query') ? '?some=thing' : '')
      expect(service.arrived).toMatchObject([
        {
          method: operation.method,
          target: path,
          headers: { authorization: 'Bearer sk_sandbox_test', 'x-api-version': '1.0.0', accept: 'application/json' },
          body: operation.sends.includes('body') ? '{"some":"thing"}' : '',
        },
      ])
    })

    test('has the content type JSON only if it has a body', async () => {
      service = await aService([{}])

      await call()

      expect(service.arrived[0]?.headers['content-type']).toBe(
        operation.sends.includes('body') ? 'application/json' : undefined,
      )
    })

    test('carries an idempotency key, its own or the given one, only if it changes something', async () => {
      service = await aService([{}])

      await call()
      await call({ idempotencyKey: 'order-1' })

      const keys = service.arrived.map(({ headers }) => headers['idempotency-key'])
      expect(keys).toEqual(changes ? [expect.stringMatching(uuid), 'order-1'] : [undefined, undefined])
    })
  },
)

test('an id stays one part of the path, whatever characters it contains', async () => {
  service = await aService([{}])

  await service.client.findPlan('a/../b?c#d e')

  expect(service.arrived[0]?.target).toBe('/plans/a%2F..%2Fb%3Fc%23d%20e')
})

test.each(['', '.', '..', undefined, null, {}])('the id %j is refused before any request', async (id) => {
  service = await aService([{}])

  await expect(service.client.findPlan(id as string)).rejects.toThrow(TypeError)
  expect(service.arrived).toEqual([])
})

test('numbers, lists and absent members become a query', async () => {
  service = await aService([{}])

  await service.client.findPayments({
    limit: 10,
    payment_status_in: ['SETTLED', 'SETTLING'],
    payment_status_not_in: 'FAILED',
    search: 'a&b=c',
    sort: undefined,
  })

  expect(service.arrived[0]?.target).toBe(
    '/payments?limit=10&payment_status_in=SETTLED%2CSETTLING&payment_status_not_in=FAILED&search=a%26b%3Dc',
  )
})

test('an empty list of statuses does not list everything', async () => {
  service = await aService([{}])

  await service.client.findPayments({ payment_status_in: [] })

  expect(service.arrived[0]?.target).toBe('/payments?payment_status_in=')
})

test('a body without required members may be left out', async () => {
  service = await aService([{}])

  await service.client.createClientSession()

  expect(service.arrived[0]?.body).toBe('{}')
})

test('a method takes the body first and then the query, and both may be missing', async () => {
  service = await aService([{}])

  await service.client.updateCheckout('session', { country: 'DE' }, { locale: 'de' }, { idempotencyKey: 'place-1' })
  await service.client.updateCheckout('session', {}, {}, { idempotencyKey: 'place-2' })
  await service.client.updateCheckout('session')

  expect(service.arrived.map(({ target, body }) => [target, body])).toEqual([
    ['/checkout/session?locale=de', '{"country":"DE"}'],
    ['/checkout/session', '{}'],
    ['/checkout/session', '{}'],
  ])
  expect(service.arrived.map(({ headers }) => headers['idempotency-key'])).toEqual([
    'place-1',
    'place-2',
    expect.stringMatching(uuid),
  ])
})

test('the base address may have a path and slashes at its end', async () => {
  service = await aService([{}])

  await service.clientWith({ baseUrl: `${service.url}/billing//` }).findPlans()

  expect(service.arrived[0]?.target).toBe('/billing/plans')
})

test('another fetch is used if one is given', async () => {
  service = await aService([{}])
  const asked: unknown[] = []
  const fetch: typeof globalThis.fetch = (...given) => {
    asked.push(given[0])
    return globalThis.fetch(...given)
  }

  await service.clientWith({ fetch }).findPlans()

  expect(asked).toEqual([`${service.url}/plans`])
})

test.each([
  ['an API key with a line break', { apiKey: 'sk_sandbox_a\r\nX: y' }],
  ['no API key', { apiKey: '' }],
  ['an invalid address', { baseUrl: 'pay.example' }],
  ['an address of another kind', { baseUrl: 'file:///etc' }],
  ['an address with a query', { baseUrl: 'https://pay.example/?a=b' }],
  ['an invalid time-out', { timeoutSeconds: 0 }],
  ['half a retry', { retriesMax: 0.5 }],
  ['a negative pause', { retryDelaySeconds: -1 }],
])('a client with %s is refused', async (_, wrong) => {
  service = await aService([])

  const make = () => createBillingClient({ apiKey: 'sk_sandbox_secret', baseUrl: service.url, ...wrong })

  expect(make).toThrow(TypeError)
  expect(make).not.toThrow(/secret/)
})

test('arguments and results have the types of the contract', async () => {
  service = await aService([aRefusal(400, 'invalid_parameter')])
  const { client } = service

  expectTypeOf(client.findPlan).parameter(0).toBeString()
  expectTypeOf(client.findPlan).returns.resolves.toEqualTypeOf<Plan>()
  expectTypeOf(client.all.findPayments).returns.toEqualTypeOf<AsyncGenerator<Payment, void, undefined>>()
  expectTypeOf(client.findPayments)
    .parameter(0)
    .exclude<undefined>()
    .toHaveProperty('limit')
    .toEqualTypeOf<number | undefined>()
  expectTypeOf(client.updateCustomer).parameter(1).exclude<undefined>().toHaveProperty('email')
  // @ts-expect-error a subscription's update names the subscription
  await expect(client.updateSubscription({})).rejects.toThrow('invalid_parameter')
  // @ts-expect-error a read has no effect that a key could guard
  await expect(client.findPlan('price_1', { idempotencyKey: 'x' })).rejects.toThrow('invalid_parameter')
})
