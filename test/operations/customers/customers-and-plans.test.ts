import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import type { Answer } from '../../support/services/running-service.ts'
import { aMonthlyPlan, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

const code = ({ status, body }: Answer) => ({ status, code: body.error?.code })

describeEachDatabase('customers and plans', (open) => {
  const service = useService(open)

  test('a customer is created, changed, found and listed (createCustomer, updateCustomer, findCustomer)', async () => {
    const created = await service.send('POST', '/customers', {
      body: { external_id: 'ada', full_name: 'Ada', metadata: { a: 1, b: 2 }, address: { country: 'GB' } },
    })
    const twice = await service.send('POST', '/customers', { body: { external_id: 'ada' } })
    const changed = await service.send('PATCH', `/customers/${created.body.id}`, {
      body: { email: 'ada@example.com', metadata: { a: null, c: [3] } },
    })
    const cleared = await service.send('PATCH', `/customers/${created.body.id}`, { body: { email: null } })
    const found = await service.send('GET', `/customers/${created.body.id}`)

    expect(created.body).toMatchObject({
      external_id: 'ada',
      payment_methods: [],
      subscriptions: [],
      address: { country: 'GB', city: null },
    })
    expect(code(twice)).toEqual({ status: 409, code: 'external_id_taken' })
    expect(changed.body).toMatchObject({ email: 'ada@example.com', metadata: { b: 2, c: [3] } })
    expect(changed.body.metadata).not.toHaveProperty('a')
    expect(cleared.body.email).toBeNull()
    expect(found.body).toEqual(cleared.body)
  })

  test('each change of a customer writes an event that presents the customer', async () => {
    const { body: created } = await service.send('POST', '/customers', { body: { full_name: 'Grace' } })
    const { body: changed } = await service.send('PATCH', `/customers/${created.id}`, {
      body: { email: 'g@example.com' },
    })

    const { body } = await service.send('GET', '/events?type=customer.created,customer.updated&limit=1000')

    const told = body.data.filter((event: { data: { object: { id: string } } }) => event.data.object.id === created.id)
    expect(told).toMatchObject([
      { type: 'customer.created', data: { object: created } },
      { type: 'customer.updated', data: { object: changed } },
    ])
  })

  test('a merge that would make metadata too large is refused and changes nothing', async () => {
    const { body: customer } = await service.send('POST', '/customers', {
      body: { metadata: Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`k${index}`, 1])) },
    })

    const refused = await service.send('PATCH', `/customers/${customer.id}`, {
      body: { metadata: Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`n${index}`, 1])) },
    })

    expect(code(refused)).toEqual({ status: 400, code: 'invalid_parameter' })
    expect((await service.send('GET', `/customers/${customer.id}`)).body.metadata).toEqual(customer.metadata)
  })

  test('a plan is renamed, archived and brought back (createPlan, updatePlan, findPlan)', async () => {
    const created = await createPlan(
      service,
      aMonthlyPlan({
        trial_interval: 'days',
        trial_interval_count: 3,
        trial_price: { default: { amount: 100, currency: 'EUR' }, countries: [] },
        tax: { collect_tax: true },
      }),
    )

    expect(created).toMatchObject({
      type: 'recurring',
      interval: 'months',
      interval_count: 1,
      trial_interval: 'days',
      trial_interval_count: 3,
      trial_price: { default: { amount: 100 } },
      tax: { collect_tax: true },
      archived_at: null,
    })
    expect(
      (await service.send('PATCH', `/plans/${created.id}`, { body: { name: 'New', archived: true } })).body,
    ).toMatchObject({ name: 'New', archived_at: expect.any(String) })
    expect(
      (await service.send('PATCH', `/plans/${created.id}`, { body: { archived: false } })).body.archived_at,
    ).toBeNull()
  })

  test.each([
    ['recurring without an interval', { interval: null }],
    ['one-off with an interval', { type: 'one-off' }],
    [
      'with a country listed twice',
      {
        price: {
          default: { amount: 900, currency: 'EUR' },
          countries: [{ countries: ['US', 'US'], price: { amount: 900, currency: 'USD' } }],
        },
      },
    ],
    [
      'with a trial price in another currency',
      { trial_interval: 'days', trial_price: { default: { amount: 100, currency: 'USD' }, countries: [] } },
    ],
    ['with a trial price and no trial', { trial_price: { default: { amount: 100, currency: 'EUR' }, countries: [] } }],
    ['in a currency that does not exist', { price: { default: { amount: 900, currency: 'EUX' }, countries: [] } }],
    ['with a fraction of a cent', { price: { default: { amount: 9.5, currency: 'EUR' }, countries: [] } }],
    ['with a negative price', { price: { default: { amount: -1, currency: 'EUR' }, countries: [] } }],
  ])('a plan %s is refused', async (_, plan) => {
    expect(code(await service.send('POST', '/plans', { body: aMonthlyPlan(plan) }))).toEqual({
      status: 400,
      code: 'invalid_parameter',
    })
  })

  test('a plan with a price below the minimum is refused, and a plan with a price of 0 is not', async () => {
    const priced = (amount: number) => aMonthlyPlan({ price: { default: { amount, currency: 'EUR' }, countries: [] } })

    expect(code(await service.send('POST', '/plans', { body: priced(10) }))).toEqual({
      status: 400,
      code: 'amount_below_minimum',
    })
    expect((await service.send('POST', '/plans', { body: priced(0) })).status).toBe(200)
  })
})
