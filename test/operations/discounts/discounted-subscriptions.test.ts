import { beforeAll, beforeEach, expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { discountsAt } from '../../support/stories/discounts.ts'
import { aBuyer, createPlan } from '../../support/stories/shopper.ts'
import { changesAt, resultCodeOf, monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import {
  aScriptedProcessor,
  moveClock,
  endAllSubscriptions,
  type ScriptedProcessor,
} from '../../support/stories/subscriber.ts'

describeEachDatabase('subscriptions with a discount', (open) => {
  let plan: { id: string }
  let processor: ScriptedProcessor

  const service = useService(open, (database) => {
    processor = aScriptedProcessor(database)
    return { processor }
  })
  const { aDiscount, aPlan } = discountsAt(service)
  const { aChange, patch } = changesAt(() => service)
  beforeAll(async () => {
    await moveClock(service, '2027-01-03T10:00:00Z')
    plan = await aPlan()
  })
  beforeEach(() => endAllSubscriptions(service))

  /** A subscriber who has just bought a plan with a discount. */
  const aDiscounted = async (discount: object = {}, planId = plan.id) => {
    const { id: discountId } = await aDiscount(discount)
    const shopper = await aBuyer(service, planId, { discount: { id: discountId } })
    const { body } = await shopper.pay({ exp_year: 2090 })
    const id: string = body.subscription.id
    const subscription = async () => (await service.send('GET', `/subscriptions/${id}`)).body
    return {
      id,
      discountId,
      customerId: body.customer.id as string,
      subscription,
      left: async () => (await subscription()).discount?.periods_left ?? null,
      amounts: async (): Promise<number[]> =>
        (await service.send('GET', `/payments?payment_status_set=${id}&order=asc&limit=100`)).body.data
          .filter(({ payment_status: status }: { payment_status: string }) => /SETTL|AUTHORIZED/.test(status))
          .map(({ amount }: { amount: number }) => amount),
      renew: async (times = 1) => {
        for (let time = 0; time < times; time++)
          await moveClock(service, (await subscription()).next_billing_date as string)
      },
      preview: (to: string, mode?: string) =>
        service.send('POST', '/subscriptions/preview', {
          body: { subscription: { id, ...(mode && { proration_billing_mode: mode }) }, plan: { id: to } },
        }),
    }
  }

  test.each<readonly [string, object, number[]]>([
    ['once', { duration: 'once', periods: null }, [800, 1000, 1000, 1000, 1000]],
    ['for 3 periods', {}, [800, 800, 800, 1000, 1000]],
    ['forever', { duration: 'forever', periods: null }, [800, 800, 800, 800, 800]],
    [
      'of 3.00 euros for 2 periods',
      { percent_off: null, amount_off: { amount: 300, currency: 'EUR' }, periods: 2 },
      [700, 700, 1000, 1000, 1000],
    ],
    [
      'of more than the price',
      { percent_off: null, amount_off: { amount: 3000, currency: 'EUR' }, periods: 1 },
      [0, 1000, 1000, 1000, 1000],
    ],
  ])('a discount %s lowers so many charges, and then the price is exactly the price', async (_, discount, expected) => {
    const subscriber = await aDiscounted(discount)

    await subscriber.renew(4)

    expect(await subscriber.amounts()).toEqual(expected)
  })

  test('every answer about a payment has the lines of the charged quote', async () => {
    const { id: discountId } = await aDiscount({ duration: 'once', periods: null })
    const shopper = await aBuyer(service, plan.id, { discount: { id: discountId } })
    const { quote } = (await shopper.look()).body
    const { body: paid } = await shopper.pay({ exp_year: 2090 })
    await moveClock(service, paid.subscription.next_billing_date)
    const found = await service.send('GET', `/payments/${paid.id}`)
    const listed = await service.send('GET', `/payments?subscription_id=${paid.subscription.id}&order=asc`)
    const events = await service.send('GET', `/events?object=${paid.id}`)

    expect(quote.lines.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount])).toEqual([
      ['plan', 1000],
      ['discount', -200],
    ])
    for (const payment of [paid, found.body, listed.body.data[0]]) expect(payment.lines).toEqual(quote.lines)
    for (const { data } of events.body.data) expect(data.object.lines).toEqual(quote.lines)
    expect(events.body.data.length).toBeGreaterThan(1)
    expect(listed.body.data[1]).toMatchObject({ amount: 1000, lines: [{ kind: 'plan', amount: 1000 }] })
  })

  test('the remaining periods of a discount count down, and it ends as the checkout announced', async () => {
    const subscriber = await aDiscounted()
    const seen = [await subscriber.subscription()]
    for (let period = 1; period < 4; period++) {
      await subscriber.renew()
      seen.push(await subscriber.subscription())
    }

    expect(seen.map(({ discount }) => discount?.periods_left ?? null)).toEqual([2, 1, null, null])
    expect(new Set(seen.slice(0, 2).map(({ discount }) => discount.ends_at)).size).toBe(1)
    expect(seen[0].discount.ends_at).toBe(seen[2].next_billing_date)
    expect(seen[2].discount).toBeNull()
  })

  test('a trial is neither discounted nor counted', async () => {
    const trial = { trial_interval: 'days', trial_interval_count: 7, trial_price: null }
    const { id } = await createPlan(service, monthlyPlanAt(1000, trial))
    const subscriber = await aDiscounted({ periods: 2 }, id)
    const inTrial = await subscriber.subscription()

    await subscriber.renew(3)

    expect(inTrial).toMatchObject({ status: 'trial', discount: { periods_left: 2, period_amount: 800 } })
    expect(await subscriber.amounts()).toEqual([0, 800, 800, 1000])
  })

  test('a charge that is declined and retried keeps its discount and uses up one period', async () => {
    const subscriber = await aDiscounted({ periods: 2 })
    processor.script.push('decline', 'decline')
    await subscriber.renew()
    const owing = await subscriber.subscription()

    await subscriber.renew(2)
    const paid = await subscriber.subscription()
    await subscriber.renew()

    expect(owing).toMatchObject({ status: 'past_due', discount: { periods_left: 1 } })
    expect(paid).toMatchObject({ status: 'active', discount: null })
    expect(await subscriber.amounts()).toEqual([800, 800, 1000])
  })

  test('a subscription keeps a discount as it was redeemed if the merchant archives or changes it', async () => {
    const subscriber = await aDiscounted()
    await service.send('PATCH', `/discounts/${subscriber.discountId}`, { body: { archived: true, name: 'Gone' } })

    await subscriber.renew(3)

    expect(await subscriber.amounts()).toEqual([800, 800, 800, 1000])
  })

  test('an immediate change credits the unused time at its discounted price and charges the discounted new price', async () => {
    const other = await createPlan(service, monthlyPlanAt(2000))
    const subscriber = await aDiscounted()
    const change = await aChange(subscriber, other)
    const { quote } = change.seen.body
    const paid = await change.pay()
    await subscriber.renew(2)

    expect(quote.lines.slice(0, 2)).toMatchObject([{ amount: 2000 }, { kind: 'discount', amount: -400 }])
    expect(quote.lines[2]).toMatchObject({ kind: 'credit' })
    expect(-quote.lines[2].amount).toBeGreaterThan(790)
    expect(-quote.lines[2].amount).toBeLessThanOrEqual(800)
    expect(paid.body.amount).toBe(quote.due_now.amount)
    expect((await subscriber.amounts()).slice(1)).toEqual([quote.due_now.amount, 1600, 2000])
  })

  test('a free change keeps the discount for the remaining periods', async () => {
    const other = await createPlan(service, monthlyPlanAt(2000))
    const subscriber = await aDiscounted({ periods: 2 })

    await patch(subscriber.id, { planId: other.id })
    await subscriber.renew(2)

    expect(await subscriber.amounts()).toEqual([800, 1600, 2000])
  })

  test('the rest of a running period is exchanged at the discounted new price', async () => {
    const other = await createPlan(service, monthlyPlanAt(2000))
    const subscriber = await aDiscounted({ duration: 'once', periods: null })
    const { body: preview } = await subscriber.preview(other.id, 'prorated_next_billing_period')
    const change = await aChange(subscriber, other, 'prorated_next_billing_period')
    await change.patch()
    await subscriber.renew(2)

    // For the running period, 1600 − 800 are owed, because the discount of 20 % applies to both plans in that period. The next period costs
    // 2000.
    const [, next, later] = await subscriber.amounts()
    expect(preview.quote.next_charge.amount).toBe(change.seen.body.quote.next_charge.amount)
    expect(next).toBe(change.seen.body.quote.next_charge.amount)
    expect(next).toBeGreaterThan(2790)
    expect(next).toBeLessThanOrEqual(2800)
    expect(later).toBe(2000)
  })

  test('the rest of a running period is exchanged at the full price if the change ends the discount', async () => {
    const other = await createPlan(service, monthlyPlanAt(2000))
    const subscriber = await aDiscounted({ plans: [plan.id] })
    const change = await aChange(subscriber, other, 'prorated_next_billing_period')
    await change.patch()
    await subscriber.renew(2)

    // For the running period, 2000 − 800 are owed, because the new plan is not discounted. The next period costs 2000.
    const [, next, later] = await subscriber.amounts()
    expect(next).toBeGreaterThan(3190)
    expect(next).toBeLessThanOrEqual(3200)
    expect(later).toBe(2000)
  })

  test('a change of plan ends a discount even while a discounted renewal is being retried', async () => {
    const other = await createPlan(service, monthlyPlanAt(2000))
    const subscriber = await aDiscounted({ plans: [plan.id] })
    processor.script.push('decline')
    await subscriber.renew()
    await patch(subscriber.id, { planId: other.id })

    await subscriber.renew(2)

    // The retry of the declined renewal charges its discounted price of 800.
    expect(await subscriber.amounts()).toEqual([800, 800, 2000])
    expect(await subscriber.left()).toBe(null)
  })

  test('a change of interval ends a discount of some periods unless it names the new plan, and the preview shows that', async () => {
    const yearly = await createPlan(service, monthlyPlanAt(10_000, { interval: 'years' }))
    const [ending, kept] = [await aDiscounted(), await aDiscounted({ plans: [plan.id, yearly.id] })]

    const previews = [await ending.preview(yearly.id), await kept.preview(yearly.id)]
    for (const subscriber of [ending, kept]) await (await aChange(subscriber, yearly)).pay()

    expect(previews.map(({ body }) => [body.ended_discount, body.quote.lines[1].kind])).toEqual([
      [{ id: ending.discountId, name: 'Spring' }, 'credit'],
      [null, 'discount'],
    ])
    expect([(await ending.subscription()).discount, (await kept.subscription()).discount.periods_left]).toEqual([
      null,
      1,
    ])
  })

  test('a scheduled change states the future discount, and its charge has the discount of the new plan', async () => {
    const [other, yearly] = [
      await createPlan(service, monthlyPlanAt(2000)),
      await createPlan(service, monthlyPlanAt(10_000, { interval: 'years' })),
    ]
    const [kept, ending] = [await aDiscounted(), await aDiscounted()]
    for (const [subscriber, to] of [
      [kept, other],
      [ending, yearly],
    ] as const)
      await service.send('PATCH', '/subscriptions', {
        body: { subscription: { id: subscriber.id, proration_billing_mode: 'at_period_end' }, plan: { id: to.id } },
      })
    const [keeps, ends] = [await kept.subscription(), await ending.subscription()]
    await moveClock(service, ends.next_billing_date)
    await kept.renew(2)

    expect(keeps.discount).toMatchObject({ period_amount: 1600, period_amount_after: 2000 })
    expect(ends.discount).toMatchObject({ period_amount_after: 10_000, ends_at: ends.scheduled_change.at })
    expect(await kept.amounts()).toEqual([800, 1600, 1600, 2000])
    expect([await ending.amounts(), (await ending.subscription()).discount]).toEqual([[800, 10_000], null])
  })

  test('a subscription that is cancelled at once and restarted keeps the remaining periods of its discount', async () => {
    const subscriber = await aDiscounted({ periods: 2 })
    await service.send('POST', `/subscriptions/cancel/${subscriber.id}`, { body: {} })
    await moveClock(service, 'P2M')

    const again = await patch(subscriber.id, { status: 'active' })
    await subscriber.renew()

    expect([resultCodeOf(again), await subscriber.amounts()]).toEqual(['active', [800, 800, 1000]])
  })

  test('a partial refund gives no period of the discount back', async () => {
    const subscriber = await aDiscounted({ periods: 2 })
    const [{ id }] = (await service.send('GET', `/payments?payment_status_set=${subscriber.id}`)).body.data
    await moveClock(service, 'P2D')
    const refund = await service.send('POST', `/payments/refund/${id}`, { body: { amount: 300 } })
    await subscriber.renew(2)

    expect(refund.status).toBe(200)
    expect(await subscriber.amounts()).toEqual([800, 800, 1000])
  })
})
