import { expect, test } from 'vitest'
import type { Processor } from '#server/processors/processor.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { startService } from '../../support/services/running-service.ts'
import { aMonthlyPlan, createPlan } from '../../support/stories/shopper.ts'
import { aScriptedProcessor, aSubscriber, moveClock } from '../../support/stories/subscriber.ts'

const settlementFails = '4000000000008880'

/** A plan of 9.99 a month, after a trial of this many days for 1.00. */
const aTrial = (days: number): object =>
  aMonthlyPlan({
    trial_interval: 'days',
    trial_interval_count: days,
    trial_price: { default: { amount: 100, currency: 'EUR' }, countries: [] },
  })

const amounts = async (payments: () => Promise<{ amount: number; payment_status: string }[]>) =>
  (await payments()).map(({ amount, payment_status: status }) => `${amount} ${status}`)

describeUsualDatabase('a payment of less than a price whose money never settles', (open) => {
  test('a lost trial payment buys no period: its price is owed in addition to the price of the running period', async () => {
    const database = await open()
    const processor = aScriptedProcessor(database)
    const service = await startService(database, { processor })
    await moveClock(service, '2027-03-01T10:00:00Z')
    const subscriber = await aSubscriber(service, aTrial(7), { number: settlementFails })
    processor.script.push('decline', 'decline', 'decline')

    await moveClock(service, '2027-03-16T00:00:00Z')
    const paid = await subscriber.subscription()
    await moveClock(service, '2027-04-10T00:00:00Z')

    expect(paid).toMatchObject({
      status: 'active',
      current_period_start: expect.stringMatching(/^2027-03-08T10/),
      current_period_end: expect.stringMatching(/^2027-04-08T10/),
    })
    expect(await amounts(subscriber.payments)).toEqual([
      '100 FAILED',
      '100 DECLINED',
      '100 DECLINED',
      '1099 DECLINED',
      '1099 SETTLED',
      '999 SETTLED',
    ])
    await service.close()
  })

  test('a lost trial payment is paid for alone while the trial runs', async () => {
    const service = await startService(await open())
    await moveClock(service, '2027-03-01T10:00:00Z')
    const subscriber = await aSubscriber(service, aTrial(7), { number: settlementFails })

    await moveClock(service, '2027-03-10T00:00:00Z')

    expect(await amounts(subscriber.payments)).toEqual(['100 FAILED', '100 SETTLED', '999 SETTLED'])
    await service.close()
  })

  test('a lost payment for a plan change buys no period: it is owed in addition to the next price', async () => {
    const database = await open()
    const scripted = aScriptedProcessor(database)
    const lost = new Set<string>()
    const processor: Processor = {
      ...scripted,
      settlements: async (ids) =>
        (await scripted.settlements(ids)).map((one) =>
          lost.has(one.transactionId) ? { ...one, state: 'failed' as const } : one,
        ),
    }
    const service = await startService(database, { processor })
    await moveClock(service, '2027-03-01T10:00:00Z')
    const weekly = { interval: 'days', interval_count: 7 }
    const subscriber = await aSubscriber(service, aMonthlyPlan(weekly))
    const dear = await createPlan(
      service,
      aMonthlyPlan({ ...weekly, price: { default: { amount: 8000, currency: 'EUR' }, countries: [] } }),
    )
    const { body: changed } = await service.send('POST', '/payments', {
      body: { customer: { id: subscriber.customerId }, subscription: { id: subscriber.id }, plan: { id: dear.id } },
    })
    lost.add(changed.payment_details.processor_transaction_id)
    scripted.script.push('decline', 'decline')

    await moveClock(service, '2027-03-09T00:00:00Z')

    expect(await amounts(subscriber.payments)).toEqual([
      '999 SETTLED',
      '7001 FAILED',
      '7001 DECLINED',
      '7001 DECLINED',
      '15001 SETTLING',
    ])
    expect(await subscriber.subscription()).toMatchObject({
      status: 'active',
      current_period_end: expect.stringMatching(/^2027-03-15T10/),
    })
    await service.close()
  })

  test('a retried trial payment whose outcome is known only after the trial lets the first period fall due', async () => {
    const database = await open()
    const scripted = aScriptedProcessor(database)
    const service = await startService(database, { processor: scripted })
    await moveClock(service, '2027-03-01T10:00:00Z')
    const subscriber = await aSubscriber(service, aTrial(3), { number: settlementFails })
    scripted.script.push('lose after')
    await moveClock(service, '2027-03-02T09:00:00Z')
    scripted.isDown = true
    await moveClock(service, '2027-03-06T00:00:00Z')
    scripted.isDown = false
    await moveClock(service, '2027-03-08T00:00:00Z')

    expect(await amounts(subscriber.payments)).toEqual(['100 FAILED', '100 SETTLED', '999 SETTLING'])
    expect(await subscriber.subscription()).toMatchObject({
      status: 'active',
      current_period_start: expect.stringMatching(/^2027-03-04T10/),
    })
    await service.close()
  })

  test('the lost money of a period is owed at once if a plan change that was being paid fails', async () => {
    const database = await open()
    const scripted = aScriptedProcessor(database)
    const service = await startService(database, { processor: scripted })
    await moveClock(service, '2027-03-01T10:00:00Z')
    const subscriber = await aSubscriber(service, aMonthlyPlan(), { number: settlementFails })
    const dear = await createPlan(
      service,
      aMonthlyPlan({ price: { default: { amount: 8000, currency: 'EUR' }, countries: [] } }),
    )
    scripted.script.push('lose before', 'decline')
    scripted.isDown = true
    await service.send('POST', '/payments', {
      body: { customer: { id: subscriber.customerId }, subscription: { id: subscriber.id }, plan: { id: dear.id } },
    })
    await moveClock(service, '2027-03-03T00:00:00Z')
    const meanwhile = await subscriber.subscription()
    scripted.isDown = false

    await moveClock(service, '2027-03-10T00:00:00Z')

    expect(meanwhile).toMatchObject({ status: 'active' })
    expect(await amounts(subscriber.payments)).toEqual(['999 FAILED', '7001 DECLINED', '999 SETTLED'])
    await moveClock(service, '2027-04-02T00:00:00Z')
    expect(await amounts(subscriber.payments)).toEqual(['999 FAILED', '7001 DECLINED', '999 SETTLED', '999 SETTLING'])
    await service.close()
  })
})
