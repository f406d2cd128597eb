import { expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { startService } from '../../support/services/running-service.ts'
import { aMonthlyPlan, aShopper, createPlan, aReceipt } from '../../support/stories/shopper.ts'
import { aScriptedProcessor, aSubscriber, moveClock } from '../../support/stories/subscriber.ts'

describeUsualDatabase('quotes of an owed price', (open) => {
  const aShop = async () => {
    const database = await open()
    const processor = aScriptedProcessor(database)
    const service = await startService(database, { processor })
    await moveClock(service, '2027-04-01T10:00:00Z')
    const { id: dear } = await createPlan(
      service,
      aMonthlyPlan({ price: { default: { amount: 6400, currency: 'EUR' }, countries: [] } }),
    )
    const preview = async (id: string, mode: string) => {
      const subscription = { id, proration_billing_mode: mode }
      const { body } = await service.send('POST', '/subscriptions/preview', {
        body: { subscription, plan: { id: dear } },
      })
      return body
    }
    return { service, processor, dear, preview }
  }
  const later = ['do_not_bill', 'full_next_billing_period', 'prorated_next_billing_period']

  test.each([
    ['a decline', 'decline', 'past_due', 'P1D'],
    ['a technical failure', 'fail', 'active', 'PT1H'],
  ] as const)(
    'after %s, a deferred change quotes the next try with the owed price, and that price is charged',
    async (_, mishap, status, wait) => {
      const { service, processor, dear, preview } = await aShop()
      const subscriber = await aSubscriber(service, aMonthlyPlan())
      processor.script.push(mishap)
      await moveClock(service, '2027-05-01T10:01:00Z')
      const owing = await subscriber.subscription()

      const previews = await Promise.all(later.map((mode) => preview(subscriber.id, mode)))
      const shopper = await aShopper(service, {
        customer: { id: subscriber.customerId },
        subscription: { id: subscriber.id, proration_billing_mode: 'do_not_bill' },
        plan: { id: dear },
      })
      const { body: checkout } = await shopper.look()
      const changed = await service.send('PATCH', '/subscriptions', {
        key: checkout.client_token,
        body: {
          subscription: { id: subscriber.id },
          plan: { id: dear },
          expected: { amount: 0, currency: 'EUR', quote: checkout.quote.hash },
          consent: aReceipt(checkout),
        },
      })
      await moveClock(service, wait)
      const [, , retried] = await subscriber.payments()
      await moveClock(service, '2027-06-02T10:00:00Z')

      expect(owing.status).toBe(status)
      const next = { amount: 999, currency: 'EUR', at: owing.next_billing_date }
      for (const { quote, steps } of [...previews, checkout]) {
        expect(quote).toMatchObject({ due_now: { amount: 0 }, next_charge: next, recurring: { amount: 6400 } })
        if (steps !== undefined) expect(steps.at(-1)).toMatchObject({ amount: 999 })
      }
      expect(changed.status).toBe(200)
      expect(retried).toMatchObject({ amount: 999, created_at: next.at })
      expect((await subscriber.payments())[3]).toMatchObject({ amount: 6400 })
      await service.close()
    },
  )

  test('after a trial that never settled, the next try is quoted at the price that is charged', async () => {
    const { service, processor, preview } = await aShop()
    const trial = {
      trial_interval: 'days',
      trial_interval_count: 2,
      trial_price: { default: { amount: 100, currency: 'EUR' }, countries: [] },
    }
    const subscriber = await aSubscriber(service, aMonthlyPlan(trial), { number: '4000000000008880' })
    processor.script.push('decline')
    await moveClock(service, 'P1DT1M')
    const { quote: early } = await preview(subscriber.id, 'do_not_bill')
    await moveClock(service, 'P1DT1H')
    const { quote } = await preview(subscriber.id, 'do_not_bill')

    // The first try is after the trial has ended.
    expect(early.next_charge).toMatchObject({ amount: 6400 + 100 })
    expect(quote.next_charge).toMatchObject({ amount: 1099 })
    await service.close()
  })
})
