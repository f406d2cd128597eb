import { beforeEach, expect, test } from 'vitest'
import { updateOrganization } from '#server/organization/organizations.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { changesAt, monthlyAt } from '../../support/stories/plan-changes.ts'
import { aReceipt, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { moveClock, restSubscribers } from '../../support/stories/subscriber.ts'

/** 30.00 for 30 days are 1.00 a day, and 60.00 are 2.00. */
const daysAt = (amount: number, more: object = {}): object =>
  monthlyAt(amount, { interval: 'days', interval_count: 30, ...more })

describeUsualDatabase('withdrawals from a change of plan (createDeclaration)', (open) => {
  const service = useService(open, { settings: { emails: 'events' }, hostedPages: 'off' })
  const { aChange, patch } = changesAt(() => service)
  let addresses = 0

  const change = (settings: object) =>
    updateOrganization(
      service.database.db,
      service.organizationId,
      { settings: { ...settings } },
      new Date().toISOString(),
    )

  beforeEach(async () => {
    await restSubscribers(service)
    await change({
      withdrawal_url: 'https://shop.example/withdraw',
      digital_supply: 'none',
      withdrawals: 'refund',
    })
  })

  /** A subscriber to 30.00 for 30 days who asked for the service at once. */
  const aReader = async (plan: object = daysAt(3000), more: object = {}) => {
    const email = `changes${(addresses += 1)}@example.com`
    const { id } = await createPlan(service, plan)
    await change({ digital_supply: 'service' })
    const shopper = await aShopper(service, { customer: { email, country: 'DE' }, plan: { id }, ...more })
    const seen = await shopper.look()
    const consent = { ...aReceipt(seen.body), immediate_supply: 'service' }
    const { body: payment } = await shopper.payAsSeen(seen, { exp_year: 2090 }, { consent })
    expect(payment.payment_status).toBe('SETTLING')
    await change({ digital_supply: 'none' })
    await moveClock(service, 'PT1M')
    const reader = { id: payment.subscription.id as string, customerId: payment.customer.id as string }
    return { ...reader, email, planId: id, paymentId: payment.id as string }
  }

  type Reader = Awaited<ReturnType<typeof aReader>>
  const subscription = async ({ id }: Reader) => (await service.send('GET', `/subscriptions/${id}`)).body
  /** The plan, the period, the money and the next charge. */
  const stateOf = async (reader: Reader) => {
    const { updated_at: _, cancellation: __, metadata: ___, ...state } = await subscription(reader)
    return state
  }
  const upgrade = async (reader: Reader, amount = 6000, mode?: string) => {
    const plan = await createPlan(service, daysAt(amount, { name: 'Dearer' }))
    const { body } = await (await aChange(reader, plan, mode)).pay()
    expect(body).toMatchObject({ payment_status: 'SETTLING' })
    await moveClock(service, 'PT1M')
    return body
  }
  const withdraw = async ({ email }: Reader, contract?: string) => {
    const body = { kind: 'withdraw', email, ...(contract && { contract }) }
    const { body: declaration } = await service.send('POST', '/declarations', { body })
    await moveClock(service, 'PT1M')
    return declaration.effects[0]
  }
  const paymentsOf = async ({ customerId }: Reader) =>
    (await service.send('GET', `/payments?customer_id=${customerId}&limit=50`)).body.data.toSorted(
      (one: { created_at: string }, other: { created_at: string }) => one.created_at.localeCompare(other.created_at),
    )
  const moneyOf = async (reader: Reader) =>
    (await paymentsOf(reader)).map((payment: { amount: number; refunded_amount: number }) => [
      payment.amount,
      payment.refunded_amount,
    ])

  test('the plan, the period and the next charge are as before, and what the change charged is refunded once', async () => {
    const reader = await aReader()
    await moveClock(service, 'P10D')
    const before = await stateOf(reader)
    const changed = await upgrade(reader)
    await moveClock(service, 'P10D')

    const effect = await withdraw(reader)
    const again = await withdraw(reader)

    expect(effect).toMatchObject({
      outcome: 'change_withdrawn',
      ends_at: null,
      refunds: [{ payment_id: changed.id, amount: changed.amount }],
    })
    expect(again).toMatchObject({ outcome: 'left_to_merchant', refunds: [] })
    expect(await stateOf(reader)).toEqual(before)
    expect(await moneyOf(reader)).toEqual([
      [3000, 0],
      [changed.amount, changed.amount],
    ])
    const { body: emails } = await service.send('GET', `/emails?subscription_id=${reader.id}&kind=withdrawal`)
    expect(emails.data).toMatchObject([
      { facts: { amount: changed.amount, plan_before: 'Dearer', plan_after: 'Reader' } },
    ])
    await moveClock(service, before.next_billing_date)
    expect((await moneyOf(reader)).at(-1)).toEqual([3000, 0])
    expect((await subscription(reader)).plan.id).toBe(reader.planId)
  })

  test('in the days of the first contract, the payment of the change names the change alone', async () => {
    const reader = await aReader()
    await moveClock(service, 'P2D')
    const before = await stateOf(reader)
    const changed = await upgrade(reader)

    expect(await withdraw(reader, changed.id)).toMatchObject({ outcome: 'change_withdrawn' })
    expect(await stateOf(reader)).toEqual(before)
  })

  test('in the days of the first contract, a withdrawal that names the subscription ends it and refunds both', async () => {
    const reader = await aReader()
    await moveClock(service, 'P10D')
    const changed = await upgrade(reader)
    await moveClock(service, 'P2D')

    const effect = await withdraw(reader, reader.id)

    expect(effect.outcome).toBe('withdrawn')
    expect((await subscription(reader)).status).toBe('cancelled')
    // Ten days of 1.00 are owed. The change was not asked to begin at once, so nothing is owed for it.
    const [[, first], [, second]] = await moneyOf(reader)
    expect(second).toBe(changed.amount)
    expect([2000, 1999]).toContain(first)
  })

  test('after a renewal of the changed plan the subscription ends, and each charge is refunded', async () => {
    const reader = await aReader()
    await moveClock(service, 'P16D')
    const plan = await createPlan(service, monthlyAt(700, { interval: 'days', interval_count: 7 }))
    const { seen, patch: agree } = await aChange(reader, plan)
    expect(seen.body.quote.due_now.amount).toBe(0)
    expect((await agree()).status).toBe(200)
    await moveClock(service, 'P8D')

    const effect = await withdraw(reader)

    expect(effect.outcome).toBe('withdrawn')
    expect((await subscription(reader)).status).toBe('cancelled')
    // Sixteen days of 1.00 are owed; the weeks were not asked for.
    const money = await moneyOf(reader)
    const kept = money.reduce((sum: number, [amount, refunded]: number[]) => sum + amount! - refunded!, 0)
    expect([1600, 1601]).toContain(kept)
  })

  test('a downgrade that credit paid is undone, and the credit counts for the first plan again', async () => {
    const reader = await aReader()
    await moveClock(service, 'P16D')
    const before = await stateOf(reader)
    const plan = await createPlan(service, daysAt(1000))
    const free = await aChange(reader, plan)
    const { body: changed } = await free.patch()
    expect(changed.balance.amount).toBeGreaterThan(0)
    await moveClock(service, 'P2D')

    expect(await withdraw(reader)).toMatchObject({ outcome: 'change_withdrawn', refunds: [] })
    expect(await stateOf(reader)).toEqual(before)
  })

  test('a second change is undone alone', async () => {
    const reader = await aReader()
    await moveClock(service, 'P19D')
    await upgrade(reader)
    await moveClock(service, 'P2D')
    const before = await stateOf(reader)
    const second = await upgrade(reader, 9000)

    expect(await withdraw(reader)).toMatchObject({
      outcome: 'change_withdrawn',
      refunds: [{ payment_id: second.id, amount: second.amount }],
    })
    expect(await stateOf(reader)).toEqual(before)
  })

  test('a change of the quantity by the merchant is undone', async () => {
    const reader = await aReader(daysAt(3000, { quantity: { min: 1, max: 10 } }))
    await moveClock(service, 'P20D')
    const before = await stateOf(reader)
    const body = { subscription: { id: reader.id }, plan: { id: reader.planId, quantity: 4 } }
    expect((await service.send('PATCH', '/subscriptions', { body })).body.quantity).toBe(4)

    expect(await withdraw(reader)).toMatchObject({ outcome: 'change_withdrawn', refunds: [] })
    expect(await stateOf(reader)).toEqual(before)
  })

  test('a change in a free trial is undone, and the trial continues', async () => {
    const reader = await aReader(daysAt(3000, { trial_interval: 'days', trial_interval_count: 30 }))
    await moveClock(service, 'P20D')
    const before = await stateOf(reader)
    expect(before.status).toBe('trial')
    const { id: planId } = await createPlan(service, daysAt(5000))
    await patch(reader.id, { planId })

    expect(await withdraw(reader)).toMatchObject({ outcome: 'change_withdrawn', refunds: [] })
    expect(await stateOf(reader)).toEqual(before)
  })

  test('a discount has as many periods left as before the change', async () => {
    const { body: discount } = await service.send('POST', '/discounts', {
      body: { name: 'Half', percent_off: 50, duration: 'periods', periods: 3 },
    })
    const reader = await aReader(daysAt(3000), { discount: { id: discount.id } })
    await moveClock(service, 'P20D')
    const before = await stateOf(reader)
    const changed = await upgrade(reader)

    expect(await withdraw(reader)).toMatchObject({ refunds: [{ payment_id: changed.id, amount: changed.amount }] })
    expect(await stateOf(reader)).toEqual(before)
    expect((await subscription(reader)).discount).toMatchObject({ periods_left: 2 })
  })

  test('a change that is scheduled is taken back if its consent is named', async () => {
    const reader = await aReader()
    await moveClock(service, 'P2D')
    const before = await stateOf(reader)
    const plan = await createPlan(service, daysAt(1000))
    await (await aChange(reader, plan, 'at_period_end')).patch()
    const { body: consents } = await service.send('GET', `/consents?subscription_id=${reader.id}`)
    const agreed = consents.data.find(({ purpose }: { purpose: string }) => purpose === 'change_plan')
    expect((await subscription(reader)).scheduled_change).not.toBeNull()

    expect(await withdraw(reader, agreed.id)).toMatchObject({
      outcome: 'change_withdrawn',
      refunds: [],
    })
    expect(await stateOf(reader)).toEqual(before)
  })

  test('a subscription that was cancelled after the change stays cancelled, and ends with the earlier period', async () => {
    const reader = await aReader()
    await moveClock(service, 'P20D')
    const before = await stateOf(reader)
    const changed = await upgrade(reader)
    await service.send('POST', `/subscriptions/schedule-cancel/${reader.id}`)

    expect(await withdraw(reader)).toMatchObject({ refunds: [{ amount: changed.amount }] })
    expect(await stateOf(reader)).toEqual({
      ...before,
      status: 'scheduled_for_cancellation',
      next_billing_date: null,
    })
  })

  test('a part of the change that the merchant refunded before is not refunded again', async () => {
    const reader = await aReader()
    await moveClock(service, 'P20D')
    const before = await stateOf(reader)
    const changed = await upgrade(reader)
    await service.send('POST', `/payments/refund/${changed.id}`, { body: { amount: 500 } })
    await moveClock(service, 'PT1M')

    expect(await withdraw(reader)).toMatchObject({
      outcome: 'change_withdrawn',
      refunds: [{ payment_id: changed.id, amount: changed.amount - 500 }],
    })
    expect(await stateOf(reader)).toEqual(before)
    expect((await moneyOf(reader)).at(-1)).toEqual([changed.amount, changed.amount])
  })

  test('if the first payment was refunded after the change, the subscription ends and the rest is given back', async () => {
    const reader = await aReader()
    await moveClock(service, 'P20D')
    await upgrade(reader)
    await service.send('POST', `/payments/refund/${reader.paymentId}`, { body: { amount: 500 } })
    await moveClock(service, 'PT1M')

    const effect = await withdraw(reader)

    expect(effect.outcome).toBe('withdrawn')
    expect((await subscription(reader)).status).toBe('cancelled')
    const money = await moneyOf(reader)
    const kept = money.reduce((sum: number, [amount, refunded]: number[]) => sum + amount! - refunded!, 0)
    // Twenty days of 1.00 are owed.
    expect([2000, 2001]).toContain(kept)
  })

  test('a change whose days are over is not undone', async () => {
    const reader = await aReader()
    await moveClock(service, 'P10D')
    await upgrade(reader)
    await moveClock(service, 'P19D')
    const before = await stateOf(reader)

    expect(await withdraw(reader)).toMatchObject({ outcome: 'too_late', refunds: [] })
    expect(await stateOf(reader)).toEqual(before)
  })
})
