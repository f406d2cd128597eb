import { beforeAll, describe, expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { changesAt, resultCodeOf as code, monthlyPlanAt as at } from '../../support/stories/plan-changes.ts'
import { aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('refunds of money that has become credit', (open) => {
  let cheap: { id: string }
  let dear: { id: string }
  const service = useService(open)
  beforeAll(async () => {
    cheap = await createPlan(service, at(1000))
    dear = await createPlan(service, at(15_000))
  })

  const { aChange, patch } = changesAt(() => service)
  const refund = (id: string, amount?: number) =>
    service.send('POST', `/payments/refund/${id}`, { body: amount === undefined ? {} : { amount } })
  const firstPaymentOf = async ({ payments }: Awaited<ReturnType<typeof aSubscriber>>) => (await payments())[0].id
  /** Rounds, because a second of a period may cost some minor units. */
  const about = (minor: number) => Math.round(minor / 10) * 10

  test('refunded credit that paid for an upgrade is owed with the next charge', async () => {
    const subscriber = await aSubscriber(service, at(10_000))
    const first = await firstPaymentOf(subscriber)
    const upgrade = await aChange(subscriber, dear)
    expect(code(await upgrade.pay())).toBe('SETTLING')

    await refund(first, 4000)
    expect(about((await subscriber.row()).balanceAmount)).toBe(-4000)
    await refund(first)
    expect(about((await subscriber.row()).balanceAmount)).toBe(-10_000)
    expect((await subscriber.row()).periodCostAmount).toBe(15_000)

    const down = await aChange(subscriber, cheap)
    expect((await down.patch()).status).toBe(200)
    // Two payments of together 150.00, less 100.00 refunded and 10.00 for the cheap plan.
    expect(about((await subscriber.row()).balanceAmount)).toBe(4000)
  })

  test('a refund takes credit that waits for later charges', async () => {
    const subscriber = await aSubscriber(service, at(10_000))
    const first = await firstPaymentOf(subscriber)
    const down = await aChange(subscriber, cheap)
    await down.patch()
    expect(about((await subscriber.row()).balanceAmount)).toBe(9000)

    await moveClock(service, 'P32D')
    expect(about((await subscriber.row()).balanceAmount)).toBe(8000)
    await refund(first, 5000)

    // The refund returns half of the payment. The first month on the cheap plan used up 1000 of it, so half of the other 9000 leaves the
    // balance: 8000 − 4500.
    const { balanceAmount, periodCostAmount } = await subscriber.row()
    expect([about(balanceAmount), about(periodCostAmount)]).toEqual([3500, 1000])
  })

  describe('together with a change to a cheaper plan and one that is billed later, in any order', () => {
    /**
     * A subscriber of a plan at 100.00 after the steps that `order` lists: a refund, a change to 10.00, and, halfway through the period, a
     * change to 150.00 that is billed later.
     */
    const after = async (order: string, amount?: number) => {
      const subscriber = await aSubscriber(service, at(10_000))
      const first = await firstPaymentOf(subscriber)
      const steps: Readonly<Record<string, () => Promise<unknown>>> = {
        refund: async () => expect((await refund(first, amount)).status).toBe(200),
        cheaper: async () => expect(code(await (await aChange(subscriber, cheap)).patch())).toBe('active'),
        later: async () => {
          const { currentPeriodStart: start, currentPeriodEnd: end } = await subscriber.row()
          await moveClock(service, new Date((Date.parse(start) + Date.parse(end)) / 2).toISOString())
          const change = await aChange(subscriber, dear, 'prorated_next_billing_period')
          expect(code(await change.patch())).toBe('active')
        },
      }
      for (const step of order.split(', ')) await steps[step]!()
      return subscriber
    }

    test.each(['refund, cheaper, later', 'cheaper, refund, later', 'cheaper, later, refund'])(
      'a cancelled subscriber resumes without a charge if enough credit is left for the period: %s',
      async (order) => {
        const { id, row, payments } = await after(order, 5000)
        // The refund leaves 50.00 of the payment. Half a month on the cheap plan used 5.00, and the other half at 150.00 a month costs
        // 75.00.
        expect(about((await row()).balanceAmount)).toBe(4500 - 7500)

        await patch(id, { status: 'cancelled' })

        expect(code(await patch(id, { status: 'active' }))).toBe('active')
        expect(await payments()).toHaveLength(1)
      },
    )

    test.each(['cheaper, refund, later', 'cheaper, later, refund'])(
      'a cancelled subscriber is charged to resume if credit that paid for the period was refunded: %s',
      async (order) => {
        const { id, row, payments } = await after(order)
        expect(about((await row()).balanceAmount)).toBe(-500 - 7500)

        await patch(id, { status: 'cancelled' })

        expect(code(await patch(id, { status: 'active' }))).toBe('active')
        expect((await payments()).map(({ amount }: { amount: number }) => about(amount))).toEqual([10_000, 15_500])
      },
    )
  })

  describe('after a change that was billed later', () => {
    const exchange = async (subscriber: Awaited<ReturnType<typeof aSubscriber>>, plan: { id: string }) => {
      const change = await aChange(subscriber, plan, 'prorated_next_billing_period')
      expect(code(await change.patch())).toBe('active')
    }
    type Subscriber = Awaited<ReturnType<typeof aSubscriber>>

    test.each<readonly [string, (subscriber: Subscriber) => Promise<unknown>]>([
      [
        'a renewal',
        async (subscriber) => {
          await exchange(subscriber, cheap)
          await moveClock(service, (await subscriber.row()).currentPeriodEnd)
        },
      ],
      [
        'a free change',
        async (subscriber) => {
          await exchange(subscriber, cheap)
          const change = await aChange(subscriber, await createPlan(service, at(1000)))
          expect(code(await change.patch())).toBe('active')
        },
      ],
      [
        'a paid change',
        async (subscriber) => {
          await exchange(subscriber, dear)
          const change = await aChange(subscriber, await createPlan(service, at(15_000)))
          expect(about((await change.pay()).body.amount)).toBe(5000)
        },
      ],
    ])('a cancelled subscriber is charged for continuing if credit went back that paid for %s', async (_, spend) => {
      const subscriber = await aSubscriber(service, at(10_000))
      const first = await firstPaymentOf(subscriber)
      await spend(subscriber)
      await refund(first)
      await patch(subscriber.id, { status: 'cancelled' })
      const before = (await subscriber.payments()).length

      expect(code(await patch(subscriber.id, { status: 'active' }))).toBe('active')

      expect(await subscriber.payments()).toHaveLength(before + 1)
    })
  })

  test('a refund takes at most the unused share of the credit', async () => {
    const subscriber = await aSubscriber(service, at(10_000))
    const first = await firstPaymentOf(subscriber)
    const { current_period_start: start, current_period_end: end } = await subscriber.subscription()
    await moveClock(service, new Date((Date.parse(start) + Date.parse(end)) / 2).toISOString())
    const upgrade = await aChange(subscriber, dear)
    expect(about((await upgrade.pay()).body.amount)).toBe(10_000)

    await refund(first)

    // The refund makes the used half of the first month free. The credit for the other half paid for the upgrade, so that credit is owed.
    expect(about((await subscriber.row()).balanceAmount)).toBe(-5000)
  })

  test('a refund waits while a plan change relies on the money, and is made afterwards', async () => {
    const subscriber = await aSubscriber(service, at(10_000))
    const first = await firstPaymentOf(subscriber)
    const shopper = await aShopper(service, {
      customer: { id: subscriber.customerId },
      plan: { id: dear.id },
      subscription: { id: subscriber.id },
    })
    const waiting = await shopper.pay({ number: '4000000000003220', exp_year: 2090 })
    expect(waiting.body.next_action.type).toBe('three_d_secure')

    expect(code(await refund(first))).toBe('payment_in_progress')
    const wallClock = () => new Date(Date.now() + 11 * 60_000).toISOString()
    await completeAttempts({ ...service.billing, wallClock }, { aheadSeconds: 11 * 60 })
    expect(code(await refund(first))).toBe('SETTLING')

    const down = await aChange(subscriber, dear)
    expect(about(down.seen.body.quote.due_now.amount)).toBe(15_000)
  })
})
