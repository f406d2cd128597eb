import { beforeAll, expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/due-work/complete-attempts.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { changesAt, codeOf as code, monthlyAt as at } from '../../support/stories/plan-changes.ts'
import { aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('refunds of what has become credit', (open) => {
  let cheap: { id: string }
  let dear: { id: string }
  const service = useService(open)
  beforeAll(async () => {
    cheap = await createPlan(service, at(1000))
    dear = await createPlan(service, at(15_000))
  })

  const { aChange } = changesAt(() => service)
  const refund = (id: string, amount?: number) =>
    service.send('POST', `/payments/refund/${id}`, { body: amount === undefined ? {} : { amount } })
  const firstPaymentOf = async ({ payments }: Awaited<ReturnType<typeof aSubscriber>>) => (await payments())[0].id
  /** Rounds, because a second of a period may cost some minor units. */
  const about = (minor: number) => Math.round(minor / 10) * 10

  test('credit that paid for an upgrade is owed with the next charge once its money went back', async () => {
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
    // 150.00 were paid, of which 100.00 were refunded and 10.00 spent.
    expect(about((await subscriber.row()).balanceAmount)).toBe(4000)
  })

  test('credit that waits for later charges goes with its money', async () => {
    const subscriber = await aSubscriber(service, at(10_000))
    const first = await firstPaymentOf(subscriber)
    const down = await aChange(subscriber, cheap)
    await down.patch()
    expect(about((await subscriber.row()).balanceAmount)).toBe(9000)

    await moveClock(service, 'P32D')
    expect(about((await subscriber.row()).balanceAmount)).toBe(8000)
    await refund(first, 5000)

    // Of the 10,000 that became credit, 1000 are used up with their month. Half of the remaining 9000 leaves the balance.
    const { balanceAmount, periodCostAmount } = await subscriber.row()
    expect([about(balanceAmount), about(periodCostAmount)]).toEqual([3500, 1000])
  })

  test('a refund takes no more than the share that was not used up', async () => {
    const subscriber = await aSubscriber(service, at(10_000))
    const first = await firstPaymentOf(subscriber)
    const { current_period_start: start, current_period_end: end } = await subscriber.subscription()
    await moveClock(service, new Date((Date.parse(start) + Date.parse(end)) / 2).toISOString())
    const upgrade = await aChange(subscriber, dear)
    expect(about((await upgrade.pay()).body.amount)).toBe(10_000)

    await refund(first)

    // Half of the first month was used and becomes free; only the credit for the other half is owed.
    expect(about((await subscriber.row()).balanceAmount)).toBe(-5000)
  })

  test('nothing is refunded while a plan change counts on it, and afterwards it is', async () => {
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
