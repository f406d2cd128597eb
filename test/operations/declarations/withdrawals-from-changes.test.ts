import { addInterval } from '@billing-checkout/domain'
import { expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { thirtyDayReaderPlanAt, leftToMerchant, useReaders } from '../../support/stories/readers.ts'
import { createPlan } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'

describeUsualDatabase('withdrawals from a change of plan (createDeclaration)', (open) => {
  const { service, aChange, change, aReader, subscription, stateOf, upgrade, withdraw, moneyOf } = useReaders(open)

  test('restores the plan, the period and the next charge, and refunds what the change charged once', async () => {
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

  test.each([
    ['after the change, and the end stays', 'after'],
    ['before the change, which took the end back, and the end counts again', 'before'],
  ])('applies if a later end was declared %s', async (_, when) => {
    const reader = await aReader()
    const { current_period_end: end } = await subscription(reader)
    const date = addInterval(end, 'days', 40)
    const cancel = () =>
      service.send('POST', '/declarations', { body: { kind: 'cancel', email: reader.email, requested_end_at: date } })
    await moveClock(service, 'P10D')
    if (when === 'before') await cancel()
    const before = await stateOf(reader)
    const changed = await upgrade(reader)
    expect((await subscription(reader)).cancellation).toBeNull()
    if (when === 'after') await cancel()

    expect(await withdraw(reader, changed.id)).toMatchObject({ outcome: 'change_withdrawn' })

    expect(await stateOf(reader)).toEqual(before)
    expect((await subscription(reader)).cancellation).toMatchObject({
      source: 'declaration',
      ends_at: addInterval(end, 'days', 60),
    })
    await moveClock(service, addInterval(end, 'days', 100))
    expect((await subscription(reader)).status).toBe('cancelled')
  })

  test('changes nothing else if it names the change’s payment, even while the first contract can be withdrawn from', async () => {
    const reader = await aReader()
    await moveClock(service, 'P2D')
    const before = await stateOf(reader)
    const changed = await upgrade(reader)

    expect(await withdraw(reader, changed.id)).toMatchObject({ outcome: 'change_withdrawn' })
    expect(await stateOf(reader)).toEqual(before)
  })

  test('undoes a downgrade that credit paid, and the credit counts for the first plan again', async () => {
    const reader = await aReader()
    await moveClock(service, 'P16D')
    const before = await stateOf(reader)
    const plan = await createPlan(service, thirtyDayReaderPlanAt(1000))
    const free = await aChange(reader, plan)
    const { body: changed } = await free.patch()
    expect(changed.balance.amount).toBeGreaterThan(0)
    await moveClock(service, 'P2D')

    expect(await withdraw(reader)).toMatchObject({ outcome: 'change_withdrawn', refunds: [] })
    expect(await stateOf(reader)).toEqual(before)
  })

  test('undoes only the last of two changes if it names it, and leaves the earlier one to the merchant', async () => {
    const reader = await aReader()
    await moveClock(service, 'P19D')
    const first = await upgrade(reader)
    await moveClock(service, 'P2D')
    const before = await stateOf(reader)
    const second = await upgrade(reader, 9000)

    expect(await withdraw(reader, first.id)).toMatchObject(leftToMerchant)
    expect(await withdraw(reader)).toMatchObject(leftToMerchant)
    expect(await withdraw(reader, second.id)).toMatchObject({
      outcome: 'change_withdrawn',
      refunds: [{ payment_id: second.id, amount: second.amount }],
    })
    expect(await stateOf(reader)).toEqual(before)
    expect(await withdraw(reader, first.id)).toMatchObject(leftToMerchant)
  })

  test('undoes a change that is scheduled in a free trial, and the trial continues', async () => {
    const reader = await aReader(thirtyDayReaderPlanAt(3000, { trial_interval: 'days', trial_interval_count: 30 }))
    await moveClock(service, 'P20D')
    const before = await stateOf(reader)
    expect(before.status).toBe('trial')
    const plan = await createPlan(service, thirtyDayReaderPlanAt(5000))
    expect((await (await aChange(reader, plan, 'at_period_end')).patch()).status).toBe(200)

    expect(await withdraw(reader)).toMatchObject({ outcome: 'change_withdrawn', refunds: [] })
    expect(await stateOf(reader)).toEqual(before)
  })

  test('undoes a change although the earlier payment was refunded before the change', async () => {
    const reader = await aReader()
    await moveClock(service, 'P18D')
    await service.send('POST', `/payments/refund/${reader.paymentId}`, { body: { amount: 500 } })
    await moveClock(service, 'P2D')
    const before = await stateOf(reader)
    const changed = await upgrade(reader)

    expect(await withdraw(reader)).toMatchObject({
      outcome: 'change_withdrawn',
      refunds: [{ payment_id: changed.id, amount: changed.amount }],
    })
    expect(await stateOf(reader)).toEqual(before)
    expect(await moneyOf(reader)).toEqual([
      [3000, 500],
      [changed.amount, changed.amount],
    ])
  })

  test('can be followed by a withdrawal from the first contract', async () => {
    const reader = await aReader()
    await moveClock(service, 'P2D')
    const changed = await upgrade(reader)
    expect(await withdraw(reader, changed.id)).toMatchObject({ outcome: 'change_withdrawn' })
    expect(await withdraw(reader, changed.id)).toMatchObject(leftToMerchant)
    expect(await withdraw(reader)).toMatchObject(leftToMerchant)
    expect(await withdraw(reader, 'my upgrade')).toMatchObject(leftToMerchant)
    await moveClock(service, 'P1D')

    const effect = await withdraw(reader, reader.id)

    expect(effect).toMatchObject({ outcome: 'withdrawn', refunds: [{ payment_id: reader.paymentId }] })
    expect((await subscription(reader)).status).toBe('cancelled')
    const [[, first], [, second]] = await moneyOf(reader)
    expect(second).toBe(changed.amount)
    // The refund is 30.00 less 1.00 for each of the three days that were supplied.
    expect([2699, 2700]).toContain(first)
  })

  test('promises a refund that waits for its review once', async () => {
    await change({ withdrawals: 'review' })
    const reader = await aReader()
    await moveClock(service, 'P2D')
    const changed = await upgrade(reader)

    expect(await withdraw(reader, changed.id)).toMatchObject({ refunds: [{ amount: changed.amount }] })
    const second = await withdraw(reader, reader.id)
    const third = await withdraw(reader, reader.id)
    await moveClock(service, 'P14D')

    expect(second).toMatchObject({ outcome: 'withdrawn', refunds: [{ payment_id: reader.paymentId }] })
    expect(second.refunds).toHaveLength(1)
    expect(third).toMatchObject(leftToMerchant)
    expect(await moneyOf(reader)).toEqual([
      [3000, second.refunds[0].amount],
      [changed.amount, changed.amount],
    ])
  })

  test('restores the number of discounted periods that were left before the change', async () => {
    const { body: discount } = await service.send('POST', '/discounts', {
      body: { name: 'Half', percent_off: 50, duration: 'periods', periods: 3 },
    })
    const reader = await aReader(thirtyDayReaderPlanAt(3000), { discount: { id: discount.id } })
    await moveClock(service, 'P20D')
    const before = await stateOf(reader)
    const changed = await upgrade(reader)

    expect(await withdraw(reader)).toMatchObject({ refunds: [{ payment_id: changed.id, amount: changed.amount }] })
    expect(await stateOf(reader)).toEqual(before)
    expect((await subscription(reader)).discount).toMatchObject({ periods_left: 2 })
  })

  test('takes a scheduled change back if it names the change’s consent', async () => {
    const reader = await aReader()
    await moveClock(service, 'P2D')
    const before = await stateOf(reader)
    const plan = await createPlan(service, thirtyDayReaderPlanAt(1000))
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

  test('leaves a subscription cancelled that was cancelled after the change, and ends it with the earlier period', async () => {
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
})
