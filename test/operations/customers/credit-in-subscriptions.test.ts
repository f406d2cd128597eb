import { beforeEach, expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { creditAt, balancesOf, thirtyDayPlanAt } from '../../support/stories/credit/customer-credit.ts'
import { changesAt, resultCodeOf } from '../../support/stories/plan-changes.ts'
import { createPlan } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeEachDatabase('credit of a customer that a subscription spends', (open) => {
  const service = useService(open)
  const { aCustomer, payWithoutMethod, lose, subscriptionRow, attemptsOf, faults } = creditAt(() => service)
  const { aChange } = changesAt(() => service)
  let customer: Awaited<ReturnType<typeof aCustomer>>
  beforeEach(async () => {
    customer = await aCustomer()
  })

  test('pays the first period alone, verifies the method, and never lowers a renewal', async () => {
    await customer.grant(1500)
    const shopper = await customer.visit({ plan: { id: (await createPlan(service, thirtyDayPlanAt(1000))).id } })

    expect(resultCodeOf(await payWithoutMethod(shopper))).not.toBe('SETTLING')
    const { body } = await shopper.pay({ exp_year: 2090 })

    expect(body).toMatchObject({
      amount: 0,
      payment_status: 'SETTLING',
      subscription: { status: 'active', balance: { amount: 0 } },
    })
    expect(await attemptsOf(body.id)).toHaveLength(1)
    const { periodCostAmount, periodPaidAmount, creditEntries } = await subscriptionRow(body.subscription.id)
    expect([periodCostAmount, periodPaidAmount]).toEqual([1000, 0])
    expect(creditEntries).toMatchObject([{ source: { kind: 'goodwill' }, minor: 1000 }])

    await moveClock(service, 'P30D')

    const renewal = await service.send('GET', `/payments?payment_status_set=${body.subscription.id}&sort=created_at`)
    expect(renewal.body.data[0].amount).toBe(1000)
    expect(await subscriptionRow(body.subscription.id)).toMatchObject({ balanceAmount: 0, creditEntries: null })
    expect([await customer.balances(), await faults()]).toEqual([balancesOf(500), []])
  })

  test('is part of the period’s cost: a plan change credits its unused time', async () => {
    await customer.grant(400)
    const [cheap, dear] = [
      await createPlan(service, thirtyDayPlanAt(1000)),
      await createPlan(service, thirtyDayPlanAt(3000)),
    ]
    const { body } = await (await customer.visit({ plan: { id: cheap.id } })).pay({ exp_year: 2090 })
    expect(body.amount).toBe(600)
    await customer.grant(100)

    await moveClock(service, 'P15D')
    const change = await aChange({ id: body.subscription.id, customerId: customer.id }, dear)
    const paid = await change.pay()

    expect(change.seen.body.quote.lines.map(({ kind }: { kind: string }) => kind)).toEqual([
      'plan',
      'credit',
      'customer_credit',
    ])
    expect(Math.round(paid.body.amount / 10) * 10).toBe(3000 - 500 - 100)
    expect((await subscriptionRow(body.subscription.id)).creditEntries).toMatchObject([
      { source: { kind: 'goodwill' }, minor: 400 },
      { source: { kind: 'payment', id: body.id } },
      { source: { kind: 'goodwill' }, minor: 100 },
    ])
    expect([await customer.balances(), await faults()]).toEqual([[], []])
  })

  test('pays a plan change in full, without a payment', async () => {
    const [cheap, dear] = [
      await createPlan(service, thirtyDayPlanAt(1000)),
      await createPlan(service, thirtyDayPlanAt(3000)),
    ]
    const { body } = await (await customer.visit({ plan: { id: cheap.id } })).pay({ exp_year: 2090 })
    await customer.grant(5000)
    const change = await aChange({ id: body.subscription.id, customerId: customer.id }, dear)
    expect(change.seen.body.quote.due_now.amount).toBe(0)

    const { status } = await change.patch()

    expect(status).toBe(200)
    const row = await subscriptionRow(body.subscription.id)
    expect(row).toMatchObject({ planId: dear.id, periodCostAmount: 3000, balanceAmount: 0 })
    const spent = row.creditEntries!.find(({ source }) => source.kind === 'goodwill')!.minor
    expect(Math.abs(spent - 2000)).toBeLessThan(5)
    expect([await customer.balances(), await faults()]).toEqual([balancesOf(5000 - spent), []])
  })

  test('returns to the balance if a period is written off because its money never settled', async () => {
    await customer.grant(400)
    const plan = await createPlan(service, thirtyDayPlanAt(1000))
    const { body } = await (await customer.visit({ plan: { id: plan.id } })).pay({ exp_year: 2090 })
    await lose(body.id)
    expect((await subscriptionRow(body.subscription.id)).status).toBe('past_due')
    await customer.grant(50)

    const recovery = await customer.visit({
      subscription: { id: body.subscription.id },
    })

    // The recovery collects the lost 600 as a renewal. The 50 that were granted later do not lower it.
    expect((await recovery.pay({ exp_year: 2090 })).body.amount).toBe(600)
    expect([await customer.balances(), await faults()]).toEqual([balancesOf(50), []])
  })

  test('lowers the price of restarting a subscription that has ended', async () => {
    const plan = await createPlan(service, thirtyDayPlanAt(1000))
    const { body } = await (await customer.visit({ plan: { id: plan.id } })).pay({ exp_year: 2090 })
    await service.send('POST', `/subscriptions/schedule-cancel/${body.subscription.id}`)
    await moveClock(service, 'P31D')
    await customer.grant(400)

    const comeback = await customer.visit({
      subscription: { id: body.subscription.id },
    })

    expect((await comeback.pay({ exp_year: 2090 })).body.amount).toBe(600)
    expect(await subscriptionRow(body.subscription.id)).toMatchObject({ periodCostAmount: 1000, periodPaidAmount: 600 })
  })

  test('is previewed with the change that would spend it', async () => {
    const [cheap, dear] = [
      await createPlan(service, thirtyDayPlanAt(1000)),
      await createPlan(service, thirtyDayPlanAt(3000)),
    ]
    const { body } = await (await customer.visit({ plan: { id: cheap.id } })).pay({ exp_year: 2090 })
    await customer.grant(500)

    const preview = await service.send('POST', '/subscriptions/preview', {
      body: { subscription: { id: body.subscription.id }, plan: { id: dear.id } },
    })
    const { due_now: due, hash } = preview.body.quote
    const paid = await service.send('POST', '/payments', {
      body: {
        customer: { id: customer.id },
        subscription: { id: body.subscription.id },
        plan: { id: dear.id },
        expected: { ...due, quote: hash },
      },
    })

    expect(paid.body).toMatchObject({ amount: due.amount, payment_status: 'SETTLING' })
    expect(await customer.balances()).toEqual([])
  })

  test.each([0, 1000])(
    'is spent once, however often a lost first payment is retried, with %i more of it',
    async (more) => {
      await customer.grant(400)
      const plan = await createPlan(service, thirtyDayPlanAt(1000))
      const { body } = await (await customer.visit({ plan: { id: plan.id } })).pay({ exp_year: 2090 })
      await lose(body.id)
      if (more > 0) await customer.grant(more)

      await moveClock(service, 'P5D')

      expect((await subscriptionRow(body.subscription.id)).status).toBe('active')
      expect(await customer.balances()).toEqual(balancesOf(more))
      expect(await faults()).toEqual([])
    },
  )

  test('is not spent on the change of a subscription without a method, whose payment verifies a method', async () => {
    const [free, dear] = [
      await createPlan(service, thirtyDayPlanAt(0)),
      await createPlan(service, thirtyDayPlanAt(3000)),
    ]
    const { body } = await payWithoutMethod(await customer.visit({ plan: { id: free.id } }))
    await customer.grant(5000)
    const change = await customer.visit({ subscription: { id: body.subscription.id }, plan: { id: dear.id } })

    expect((await change.look()).body.quote.due_now.amount).toBe(3000)
    expect((await change.pay()).body.payment_status).toBe('SETTLING')
    expect((await subscriptionRow(body.subscription.id)).paymentMethodId).not.toBeNull()
    expect(await customer.balances()).toEqual(balancesOf(5000))
  })
})
