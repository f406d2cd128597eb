import { expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { startService } from '../../support/services/running-service.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aScriptedProcessor, aSubscriber, moveClock } from '../../support/stories/subscriber.ts'

describeUsualDatabase('ways out of past due', (open) => {
  /** A subscriber whose renewal was declined for good; `balanceAmount` is credit that had lowered the renewal. */
  const pastDue = async (balanceAmount = 0) => {
    const database = await open()
    const processor = aScriptedProcessor(database)
    const service = await startService(database, { processor })
    await moveClock(service, '2027-04-01T10:00:00Z')
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    await database.db.updateTable('subscriptions').set({ balanceAmount }).where('id', '=', subscriber.id).execute()
    processor.script.push('hard decline')
    await moveClock(service, '2027-05-01T11:00:00Z')
    return { service, ...subscriber }
  }

  test('scheduling an end ends the subscription at once; a repetition gets the same answer and writes no second event', async () => {
    const { service, id, events } = await pastDue()
    const schedule = () => service.send('POST', `/subscriptions/schedule-cancel/${id}`)

    const first = await schedule()
    const told = await events()
    const again = await schedule()

    expect(first).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    expect(again).toMatchObject({ status: 200, body: first.body })
    expect(await events()).toEqual(told)
    await service.close()
  })

  test('the small rest that credit leaves of an owed price is recovered at the checkout, as a renewal would charge it', async () => {
    const { service, id, customerId, subscription, payments } = await pastDue(979)
    const shopper = await aShopper(service, { customer: { id: customerId }, subscription: { id } })

    const { body } = await shopper.pay({ exp_year: 2090 })

    expect(body).toMatchObject({ amount: 20, payment_status: 'SETTLING' })
    expect(await payments()).toMatchObject([
      { amount: 999 },
      { amount: 20, payment_status: 'DECLINED' },
      { id: body.id },
    ])
    expect(await subscription()).toMatchObject({ status: 'active', past_due: null })
    await service.close()
  })

  test('a merchant can charge an owed price again only while it is owed', async () => {
    const { service, id, customerId, subscription, payments } = await pastDue()
    const body = { customer: { id: customerId }, subscription: { id, status: 'past_due' } }
    const charge = () => service.send('POST', '/payments', { body })

    const first = await charge()
    const again = await charge()
    await service.send('POST', `/subscriptions/cancel/${id}`)
    const afterEnd = await charge()

    expect(first.body).toMatchObject({ amount: 999, payment_status: 'SETTLING' })
    for (const { status, body: refused } of [again, afterEnd])
      expect({ status, code: refused.error.code }).toEqual({ status: 409, code: 'subscription_not_changeable' })
    expect(await subscription()).toMatchObject({ status: 'cancelled' })
    expect(await payments()).toHaveLength(3)
    await service.close()
  })

  test('another card is charged at once if the declined one must never be retried', async () => {
    const { service, id, customerId, subscription, payments } = await pastDue()
    const another = await createPlan(service, aMonthlyPlan({ name: 'Another' }))
    const shopper = await aShopper(service, { customer: { id: customerId }, plan: { id: another.id } })
    await shopper.pay({ number: '5555555555554444', exp_year: 2090 })
    const { body: customer } = await service.send('GET', `/customers/${customerId}`)
    const { payment_method_id: declined, next_billing_date: planned } = await subscription()
    const other = customer.payment_methods.find((method: { id: string }) => method.id !== declined)

    const body = { subscription: { id, payment_method_id: other.id } }
    expect((await service.send('PATCH', '/subscriptions', { body })).status).toBe(200)
    await moveClock(service, 'PT1M')

    expect(planned).toBe(null)
    expect(await subscription()).toMatchObject({ status: 'active', payment_method_id: other.id })
    expect((await payments()).at(-1)).toMatchObject({ amount: 999, payment_status: 'SETTLING' })
    await service.close()
  })

  test('technical failures before a decline do not count with those after it', async () => {
    const database = await open()
    const processor = aScriptedProcessor(database)
    const service = await startService(database, { processor })
    await moveClock(service, '2027-04-01T10:00:00Z')
    const { subscription, payments } = await aSubscriber(service, aMonthlyPlan())
    processor.script.push('fail', 'fail', 'decline', 'fail', 'fail', 'fail')

    await moveClock(service, '2027-05-03T18:00:00Z')
    const afterTwo = await subscription()
    await moveClock(service, '2027-05-04T18:00:00Z')

    expect(afterTwo).toMatchObject({ status: 'past_due', past_due: { attempt_count: 1 } })
    const statuses = (await payments()).map((payment: { payment_status: string }) => payment.payment_status)
    expect(statuses.slice(1, -1)).toEqual(['FAILED', 'FAILED', 'DECLINED', 'FAILED', 'FAILED', 'FAILED'])
    expect(await subscription()).toMatchObject({ status: 'active', past_due: null })
    await service.close()
  })

  test('the small rest that credit leaves is charged when a merchant reactivates the cancelled subscription', async () => {
    const { service, id, payments } = await pastDue(979)
    await service.send('POST', `/subscriptions/cancel/${id}`)

    const { status, body } = await service.send('PATCH', '/subscriptions', {
      body: { subscription: { id, status: 'active' } },
    })

    expect([status, body.status]).toEqual([200, 'active'])
    expect((await payments())[2]).toMatchObject({ amount: 20, payment_type: 'MIT', payment_status: 'SETTLING' })
    await service.close()
  })
})
