import type { Payment } from '@billing-checkout/contract'
import { describe, expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { pausableProcessor } from '../../support/interleaving/pausable.ts'
import { failingRefundCard, refundsAt } from '../../support/processors/refunds-with-news.ts'
import { changesAt, resultCodeOf as code, monthlyPlanAt as at } from '../../support/stories/plan-changes.ts'
import { aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aScriptedProcessor, aSubscriber, moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

type Subscriber = Awaited<ReturnType<typeof aSubscriber>>

describeEachDatabase('a cancelled subscription that is reactivated during its paid period', (open) => {
  let processor: ReturnType<typeof pausableProcessor>
  const service = useService(open, (database) => {
    processor = pausableProcessor(aScriptedProcessor(database))
    return { processor }
  })
  const { aChange, patch } = changesAt(() => service)
  const { paidBy, askNow } = refundsAt(() => service)
  const yearly = { interval: 'years' }
  /** A plan of 1.00 a day, for periods of a hundred days. */
  const hundredDays = at(10_000, { interval: 'days', interval_count: 100 })

  const refund = (id: string, body: object = {}) => service.send('POST', `/payments/refund/${id}`, { body })
  const cancel = ({ id }: Subscriber) => patch(id, { status: 'cancelled' })
  const startAgain = ({ id }: Subscriber) => patch(id, { status: 'active' })
  /** A checkout that restarts a subscription, as its shopper has read it. */
  const aReturn = async ({ id }: Subscriber) => {
    const shopper = await aShopper(service, { subscription: { id } })
    const seen = await shopper.look()
    return { quote: seen.body.quote, pay: () => shopper.payAsSeen(seen, { exp_year: 2090 }) }
  }
  const paid = async (subscriber: Subscriber) =>
    (await subscriber.payments()).map(({ amount, refunded_amount: refunded }: Payment) => [amount, refunded])

  describe('by its merchant', () => {
    test('is free if all of its money is there', async () => {
      const subscriber = await aSubscriber(service, at(3000))
      await cancel(subscriber)

      expect(code(await startAgain(subscriber))).toBe('active')
      expect(await paid(subscriber)).toEqual([[3000, 0]])
    })

    test('is charged exactly what was refunded of a period that is otherwise unused', async () => {
      const subscriber = await aSubscriber(service, at(3000))
      await refund(subscriber.paymentId, { amount: 1200 })
      await cancel(subscriber)

      expect(code(await startAgain(subscriber))).toBe('active')
      expect(await paid(subscriber)).toEqual([
        [3000, 1200],
        [1200, 0],
      ])
    })

    test('is also charged for the used time, because its cycle restarts', async () => {
      const subscriber = await aSubscriber(service, hundredDays)
      await moveClock(service, 'P20D')
      await refund(subscriber.paymentId, { amount: 2500 })
      await cancel(subscriber)

      // The refund leaves 75.00 of the payment. Four fifths of the period are unused, so 100.00 − 60.00 are charged.
      expect(code(await startAgain(subscriber))).toBe('active')
      expect((await paid(subscriber))[1]).toEqual([4000, 0])
    })

    test('is not free if credit that paid for it was refunded', async () => {
      const subscriber = await aSubscriber(service, at(12_000, yearly))
      const change = await aChange(subscriber, await createPlan(service, at(12_500, yearly)))
      expect((await change.pay()).body.amount).toBe(500)
      await refund(subscriber.paymentId)
      await cancel(subscriber)

      const free = { amount: 0, currency: 'EUR' }
      expect(code(await patch(subscriber.id, { status: 'active', expected: free }))).toBe('amount_changed')
      expect(code(await startAgain(subscriber))).toBe('active')
      expect(await paid(subscriber)).toEqual([
        [12_000, 12_000],
        [500, 0],
        [12_000, 0],
      ])
    })

    test('is not free if only credit paid for it and was refunded', async () => {
      const subscriber = await aSubscriber(service, at(12_000, yearly))
      const change = await aChange(subscriber, await createPlan(service, at(3000)))
      expect(code(await change.patch())).toBe('active')
      await refund(subscriber.paymentId)
      await cancel(subscriber)

      expect(code(await startAgain(subscriber))).toBe('active')
      expect(await paid(subscriber)).toEqual([
        [12_000, 12_000],
        [3000, 0],
      ])
    })

    test('is free again if the refund of that credit failed', async () => {
      const subscriber = await paidBy(failingRefundCard, at(12_000, yearly))
      const change = await aChange(subscriber, await createPlan(service, at(12_500, yearly)))
      await change.pay()
      await refund(subscriber.paymentId)
      await cancel(subscriber)
      await askNow(subscriber.paymentId)

      expect(code(await startAgain(subscriber))).toBe('active')
      expect((await paid(subscriber)).length).toBe(2)
    })
  })

  describe('at the checkout', () => {
    test('gives credit for the remaining time, and shows it before the payment', async () => {
      const subscriber = await aSubscriber(service, hundredDays)
      await moveClock(service, 'P20D')
      await cancel(subscriber)

      const { quote, pay } = await aReturn(subscriber)
      expect(quote.lines.map(({ amount }: { amount: number }) => amount)).toEqual([10_000, -8000])
      expect((await pay()).body.amount).toBe(2000)
      expect(await subscriber.subscription()).toMatchObject({ status: 'active' })
      expect(await subscriber.row()).toMatchObject({ periodCostAmount: 10_000, balanceAmount: 0 })
    })

    test('gives no credit once the period is over', async () => {
      const subscriber = await aSubscriber(service, at(3000))
      await moveClock(service, 'P10D')
      await patch(subscriber.id, { status: 'scheduled_for_cancellation' })
      await cancel(subscriber)
      await moveClock(service, 'P30D')

      const { quote, pay } = await aReturn(subscriber)
      expect(quote.lines.map(({ amount }: { amount: number }) => amount)).toEqual([3000])
      expect((await pay()).body.amount).toBe(3000)
    })

    test('needs a new consent if the money behind the credit was refunded while the page was open', async () => {
      const subscriber = await aSubscriber(service, at(3000))
      await cancel(subscriber)
      const { quote, pay } = await aReturn(subscriber)
      expect(quote.due_now.amount).toBe(0)
      await refund(subscriber.paymentId)

      expect(code(await pay())).toBe('amount_changed')
      const { pay: payAnew } = await aReturn(subscriber)
      expect((await payAnew()).body.amount).toBe(3000)
    })

    test('keeps the money of its credit from being refunded while it is being paid', async () => {
      const subscriber = await aSubscriber(service, hundredDays)
      await moveClock(service, 'P20D')
      await cancel(subscriber)
      const { pay } = await aReturn(subscriber)
      const pause = processor.pauseBefore('authorize')
      const paying = pay()
      await pause.reached

      expect(code(await refund(subscriber.paymentId))).toBe('payment_in_progress')
      pause.resume()
      expect((await paying).body.amount).toBe(2000)
      // 20 of the 100 days were used and become free. The credit for the other 80 days paid for this period and is owed.
      await refund(subscriber.paymentId)
      expect(await subscriber.row()).toMatchObject({ periodCostAmount: 10_000, balanceAmount: -8000 })
    })

    test('waits for a refund whose outcome is unknown', async () => {
      const subscriber = await aSubscriber(service, at(3000))
      await moveClock(service, 'P10D')
      await cancel(subscriber)
      const { pay } = await aReturn(subscriber)
      const pause = processor.pauseBefore('refund')
      const refunding = refund(subscriber.paymentId)
      await pause.reached

      expect(code(await pay())).toBe('payment_in_progress')
      pause.resume()
      expect((await refunding).body.refunded_amount).toBe(3000)
      expect(code(await pay())).toBe('amount_changed')
    })
  })
})
