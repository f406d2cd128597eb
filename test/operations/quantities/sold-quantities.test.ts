import { beforeAll, beforeEach, expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { discountsAt } from '../../support/stories/discounts.ts'
import { resultCodeOf, monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { aBuyer, aShopper, createPlan } from '../../support/stories/shopper.ts'
import {
  aScriptedProcessor,
  moveClock,
  endAllSubscriptions,
  type ScriptedProcessor,
} from '../../support/stories/subscriber.ts'

const upTo = (max: number, more: object = {}): object => monthlyPlanAt(1000, { quantity: { min: 1, max }, ...more })

describeEachDatabase('several units of a plan', (open) => {
  let seats: { id: string }
  let single: { id: string }
  let processor: ScriptedProcessor

  const service = useService(open, (database) => {
    processor = aScriptedProcessor(database)
    return { processor }
  })
  const { aDiscount } = discountsAt(service)
  beforeAll(async () => {
    await moveClock(service, '2027-01-03T10:00:00Z')
    seats = await createPlan(service, upTo(10))
    single = await createPlan(service, monthlyPlanAt(3000))
  })
  beforeEach(() => endAllSubscriptions(service))

  const buying = (quantity: number | undefined, members: object = {}, plan = seats) =>
    aBuyer(service, plan.id, { plan: { id: plan.id, ...(quantity && { quantity }) }, ...members })

  /** A subscriber who has just bought `quantity` units. */
  const aTeam = async (quantity: number, members: object = {}, plan = seats) => {
    const shopper = await buying(quantity, members, plan)
    const { body } = await shopper.pay({ exp_year: 2090 })
    const id: string = body.subscription.id
    const read = async () => (await service.send('GET', `/subscriptions/${id}`)).body
    return {
      id,
      payment: body,
      customerId: body.customer.id as string,
      read,
      amounts: async (): Promise<number[]> =>
        (await service.send('GET', `/payments?payment_status_set=${id}&order=asc&limit=100`)).body.data
          .filter(({ payment_status: status }: { payment_status: string }) => /SETTL|AUTHORIZED/.test(status))
          .map(({ amount }: { amount: number }) => amount),
      renew: async (times = 1) => {
        for (let time = 0; time < times; time++) await moveClock(service, (await read()).next_billing_date as string)
      },
      patch: (to: number | undefined, mode?: string, plan = seats) =>
        service.send('PATCH', '/subscriptions', {
          body: {
            subscription: { id, ...(mode && { proration_billing_mode: mode }) },
            plan: { id: plan.id, ...(to !== undefined && { quantity: to }) },
          },
        }),
      preview: (to: number | undefined, mode?: string, plan = seats) =>
        service.send('POST', '/subscriptions/preview', {
          body: {
            subscription: { id, ...(mode && { proration_billing_mode: mode }) },
            plan: { id: plan.id, ...(to !== undefined && { quantity: to }) },
          },
        }),
      pay: (to: number, expected?: object) =>
        service.send('POST', '/payments', {
          body: {
            customer: { id: body.customer.id },
            subscription: { id },
            plan: { id: seats.id, quantity: to },
            ...(expected && { expected }),
          },
        }),
    }
  }

  test('three units cost three times the price, now and at every renewal, and a refund returns all of it', async () => {
    const shopper = await buying(3)
    const seen = (await shopper.look()).body
    const team = await aTeam(3)
    await team.renew()

    expect(seen).toMatchObject({
      session: { plan: { amount: 1000, quantity: 3 } },
      quote: { lines: [{ kind: 'plan', amount: 3000, quantity: 3 }], due_now: { amount: 3000 } },
      quote_display: { lines: [{ formatted_amount: '€30.00', formatted_units: '3 × €10.00' }] },
    })
    expect(await team.read()).toMatchObject({ quantity: 3, plan: { price: { amount: 1000 } } })
    expect(await team.amounts()).toEqual([3000, 3000])
    const refund = await service.send('POST', `/payments/refund/${team.payment.id}`, { body: {} })
    expect(refund.body).toMatchObject({ refund: { amount: 3000 } })
  })

  test('a one-off plan and a paid trial cost the quantity times their price', async () => {
    const book = await createPlan(service, {
      name: 'Licence',
      type: 'one-off',
      price: { default: { amount: 700, currency: 'EUR' }, countries: [] },
      quantity: { min: 1, max: 5 },
    })
    const trial = { trial_interval: 'days', trial_price: { default: { amount: 150, currency: 'EUR' }, countries: [] } }
    const tried = await createPlan(service, upTo(10, trial))
    const { body: paid } = await (await buying(4, {}, book)).pay({ exp_year: 2090 })
    const team = await aTeam(2, {}, tried)
    await team.renew()

    expect(paid).toMatchObject({ payment_status: 'SETTLING', amount: 2800 })
    expect(await team.amounts()).toEqual([300, 2000])
    expect(await team.read()).toMatchObject({ plan: { trial_price: { amount: 150 } } })
  })

  test('a discount applies once to the total', async () => {
    const { id } = await aDiscount({ percent_off: null, amount_off: { amount: 500, currency: 'EUR' }, periods: 1 })
    const team = await aTeam(3, { discount: { id } })
    await team.renew()

    expect(await team.amounts()).toEqual([2500, 3000])
  })

  test('an immediate increase is charged less the unused time of the former units, as the preview states', async () => {
    const team = await aTeam(2)
    await moveClock(service, 'P14D')
    const { body: preview } = await team.preview(5)
    const { due_now: due, hash } = preview.quote
    const { body: paid } = await team.pay(5, { ...due, quote: hash })
    await team.renew()

    expect(preview.quote.lines).toMatchObject([
      { kind: 'plan', amount: 5000, quantity: 5 },
      { kind: 'credit', amount: due.amount - 5000 },
    ])
    expect(due.amount).toBeGreaterThan(3900)
    expect(due.amount).toBeLessThan(4000)
    expect(paid).toMatchObject({ payment_status: 'SETTLING', amount: due.amount, subscription: { quantity: 5 } })
    expect(await team.amounts()).toEqual([2000, due.amount, 5000])
  })

  test('units that are added for the rest of the period are charged with the next charge, and none is left unpaid', async () => {
    const team = await aTeam(2)
    await moveClock(service, 'P14D')
    const { body: preview } = await team.preview(4, 'prorated_next_billing_period')
    const session = await aShopper(service, {
      customer: { id: team.customerId },
      plan: { quantity: 4 },
      subscription: { id: team.id, proration_billing_mode: 'prorated_next_billing_period' },
    })
    const { body: seen } = await session.look()

    expect(preview.quote).toMatchObject({ due_now: { amount: 0 }, recurring: { amount: 4000 } })
    expect(seen.quote.next_charge).toEqual(preview.quote.next_charge)
    expect(preview.quote.next_charge.amount).toBeGreaterThan(5000)
    expect(preview.quote.next_charge.amount).toBeLessThan(5200)
  })

  test('a change of the quantity at the end of the period waits for the renewal, and can be taken back', async () => {
    const team = await aTeam(3)
    const scheduled = await team.patch(1, 'at_period_end')
    const undone = await service.send('PATCH', '/subscriptions', {
      body: { subscription: { id: team.id, scheduled_change: null } },
    })
    await team.patch(2, 'at_period_end')
    const again = await team.patch(4, 'at_period_end')
    await team.renew(2)

    expect(scheduled.body).toMatchObject({
      quantity: 3,
      scheduled_change: { plan: { id: seats.id, price: { amount: 1000 } }, quantity: 1 },
    })
    expect(undone.body).toMatchObject({ quantity: 3, scheduled_change: null })
    expect(again.body).toMatchObject({ quantity: 3, scheduled_change: { quantity: 4 } })
    expect(await team.amounts()).toEqual([3000, 4000, 4000])
    expect(await team.read()).toMatchObject({ quantity: 4, scheduled_change: null })
  })

  test('a change of the quantity without a charge counts from the next charge, even if the plan is archived', async () => {
    const plan = await createPlan(service, upTo(10))
    const team = await aTeam(3, {}, plan)
    await service.send('PATCH', `/plans/${plan.id}`, { body: { archived: true } })
    const changed = await team.patch(7, undefined, plan)
    await team.renew()

    expect(changed.body).toMatchObject({ status: 'active', quantity: 7 })
    expect(await team.amounts()).toEqual([3000, 7000])
  })

  test('a declined renewal is retried for the quantity that was owed', async () => {
    const team = await aTeam(3)
    processor.script.push('decline')
    await team.renew()
    const { status } = await team.read()
    await team.patch(5)
    await team.renew(2)

    expect(status).toBe('past_due')
    expect(await team.amounts()).toEqual([3000, 3000, 5000])
  })

  test('a restarted subscription keeps its quantity', async () => {
    const team = await aTeam(3)
    await service.send('POST', `/subscriptions/${team.id}/cancel`)
    await moveClock(service, 'P40D')
    const resumed = await service.send('PATCH', '/subscriptions', {
      body: { subscription: { id: team.id, status: 'active' } },
    })

    expect(resumed.body).toMatchObject({ status: 'active', quantity: 3 })
    expect(await team.amounts()).toEqual([3000, 3000])
  })

  test('a change of plan without a quantity keeps the current one within the limits of the new plan', async () => {
    const few = await createPlan(service, monthlyPlanAt(2000, { quantity: { min: 1, max: 2 } }))
    const team = await aTeam(3)
    const toSingle = await team.preview(undefined, 'full_immediately', single)
    const toFew = await team.patch(undefined, undefined, few)
    await team.renew()

    expect(toSingle.body.quote.due_now.amount).toBe(3000)
    expect(toFew.body).toMatchObject({ quantity: 2, plan: { id: few.id } })
    expect(await team.amounts()).toEqual([3000, 4000])
  })

  test('a change to the current quantity is refused as no change', async () => {
    const team = await aTeam(3)

    expect(resultCodeOf(await team.preview(3))).toBe('already_subscribed')
    expect(resultCodeOf(await team.pay(3))).toBe('already_subscribed')
    expect((await team.patch(3)).body).toEqual(await team.read())
  })

  test.each([0, -1, 1.5, 1e9, 11, '3'])('quantity %s of a plan that is sold up to 10 is refused', async (quantity) => {
    const team = await aTeam(2)
    const plan = { id: seats.id, quantity }
    const customer = { id: team.customerId }
    const refusals = await Promise.all([
      service.send('POST', '/client-session', { body: { customer, plan } }),
      service.send('POST', '/payments', { body: { customer, plan } }),
      service.send('PATCH', '/subscriptions', { body: { subscription: { id: team.id }, plan } }),
      service.send('POST', '/subscriptions/preview', { body: { subscription: { id: team.id }, plan } }),
    ])

    for (const { status, body } of refusals) {
      expect(status).toBe(400)
      expect(body.error).toMatchObject({ code: 'invalid_parameter', details: [{ path: 'body.plan.quantity' }] })
    }
    expect(await team.amounts()).toEqual([2000])
  })

  test('a plan without a quantity is sold one at a time', async () => {
    const bodyOf = (quantity: number) => ({ customer: { email: 'one@example.com' }, plan: { id: single.id, quantity } })
    const one = await service.send('POST', '/client-session', { body: bodyOf(1) })
    const two = await service.send('POST', '/client-session', { body: bodyOf(2) })

    expect(one.body).toMatchObject({ plan: { amount: 3000, quantity: 1 } })
    expect(two).toMatchObject({ status: 400, body: { error: { details: [{ path: 'body.plan.quantity' }] } } })
  })

  test('a session that changes to another plan drops the quantity of the former plan', async () => {
    const { sessionId } = await buying(4)
    const changed = await service.send('PATCH', `/client-session/${sessionId}`, { body: { plan: { id: single.id } } })
    const back = await service.send('PATCH', `/client-session/${sessionId}`, {
      body: { plan: { id: seats.id, quantity: 5 } },
    })

    expect(changed.body).toMatchObject({ plan: { id: single.id, quantity: 1 } })
    expect(back.body).toMatchObject({ plan: { amount: 1000, quantity: 5 } })
  })

  test.each<readonly [string, object]>([
    ['a range from 5 to 4', { quantity: { min: 5, max: 4 } }],
    ['a range from 0', { quantity: { min: 0, max: 4 } }],
    ['a range up to 100,001', { quantity: { min: 1, max: 100_001 } }],
    [
      'more than can be charged for the largest quantity',
      {
        quantity: { min: 1, max: 100_000 },
        price: { default: { amount: 10_000_001, currency: 'EUR' }, countries: [] },
      },
    ],
  ])('a plan with %s is not saved', async (_, members) => {
    const { status, body } = await service.send('POST', '/plans', { body: monthlyPlanAt(1000, members) })

    expect(status).toBe(400)
    expect(body.error.details[0].path).toMatch(/^body\.quantity/)
  })

  test('the minimum amount applies to the smallest quantity', async () => {
    const cents = (min: number) => monthlyPlanAt(1, { quantity: { min, max: 1000 } })

    expect(resultCodeOf(await service.send('POST', '/plans', { body: cents(1) }))).toBe('amount_below_minimum')
    expect((await service.send('POST', '/plans', { body: cents(100) })).body).toMatchObject({
      quantity: { min: 100, max: 1000 },
    })
  })
})
