import { beforeAll, beforeEach, expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/due-work/complete-attempts.ts'
import { processDueSubscriptions } from '#server/billing/due-work/process-due-subscriptions.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { creditAt, inEuros, onceAt, thirtyDaysAt } from '../../support/stories/customer-credit.ts'
import { changesAt, codeOf } from '../../support/stories/plan-changes.ts'
import { createPlan } from '../../support/stories/shopper.ts'
import { actionPages } from '../../support/processors/bank.ts'
import { refundFails, refundsAt } from '../../support/processors/refunds-with-news.ts'
import { moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

const usualCard = '4242424242424242'

describeEachDatabase('credit of a cancelled subscription', (open) => {
  let cheap: { id: string }
  let dear: { id: string }
  const service = useService(open)
  const { aCustomer, subscriptionRow, lose, faults } = creditAt(() => service)
  const { aChange, patch } = changesAt(() => service)
  let customer: Awaited<ReturnType<typeof aCustomer>>
  beforeAll(async () => {
    cheap = await createPlan(service, thirtyDaysAt(1000))
    dear = await createPlan(service, thirtyDaysAt(10_000))
  })
  beforeEach(async () => {
    customer = await aCustomer()
  })

  const refund = (id: string, amount?: number) =>
    service.send('POST', `/payments/refund/${id}`, { body: amount === undefined ? {} : { amount } })
  const { askNow } = refundsAt(() => service)
  const work = () => processDueSubscriptions(service.billing, { lanes: 1, moving: true })
  /** A subscription of 10,000 that was changed at once to a plan of 1000: about 9000 of credit, whose source is its payment. */
  const aDowngrade = async ({ mode, number = usualCard }: { mode?: string; number?: string } = {}) => {
    const { body } = await (await customer.visit({ plan: { id: dear.id } })).pay({ number, exp_year: 2090 })
    const subscription = { id: body.subscription.id as string, customerId: customer.id }
    expect((await (await aChange(subscription, cheap, mode)).patch()).status).toBe(200)
    return { ...subscription, paymentId: body.id as string, row: () => subscriptionRow(subscription.id) }
  }
  /** The same, cancelled, and its paid period over. */
  const anEndedDowngrade = async (number?: string) => {
    const subscription = await aDowngrade({ ...(number && { number }) })
    await patch(subscription.id, { status: 'cancelled' })
    await moveClock(service, 'P31D')
    return subscription
  }
  const left = async () => {
    const [first] = await customer.balances()
    return first === undefined ? 0 : Math.round(first.amount / 10) * 10
  }

  test('stays while the paid period runs, because reactivating is free, and moves to the customer at its end', async () => {
    const { id, paymentId, row } = await aDowngrade()
    const { balanceAmount } = await row()
    await patch(id, { status: 'cancelled' })
    await work()

    expect([await row(), await customer.balances()]).toMatchObject([{ balanceAmount }, []])
    expect((await patch(id, { status: 'active' })).body.balance).toMatchObject({ amount: balanceAmount })
    await patch(id, { status: 'cancelled' })
    await moveClock(service, 'P31D')

    expect(await row()).toMatchObject({ balanceAmount: 0, status: 'cancelled' })
    expect(await customer.balances()).toEqual(inEuros(balanceAmount))
    const credits = await service.database.db
      .selectFrom('customerCredits')
      .selectAll()
      .where('customerId', '=', customer.id)
      .execute()
    expect(credits).toMatchObject([{ sourceKind: 'payment', sourceId: paymentId, amount: balanceAmount }])
    expect(await faults()).toEqual([])
  })

  test('moves at once if the running period is refunded, because reactivating is charged then', async () => {
    const { id, paymentId, row } = await aDowngrade({ mode: 'prorated_next_billing_period' })
    await patch(id, { status: 'cancelled' })
    await work()
    expect(await customer.balances()).toEqual([])

    await refund(paymentId, 5000)
    await work()

    expect([await left(), (await row()).balanceAmount]).toEqual([4000, 0])
    expect(await faults()).toEqual([])
  })

  test('lowers the customer’s next purchase, and the return to the same subscription', async () => {
    const { id, row } = await anEndedDowngrade()
    const before = await left()

    const { body } = await (
      await customer.visit({ plan: { id: (await createPlan(service, onceAt(4000))).id } })
    ).pay({ exp_year: 2090 })
    expect([body.payment_status, body.amount]).toEqual(['SETTLING', 0])
    expect(await left()).toBe(before - 4000)
    const returned = await patch(id, { status: 'active', expected: { amount: 0, currency: 'EUR' } })

    expect(codeOf(returned)).toBe('active')
    expect(await left()).toBe(before - 5000)
    expect((await row()).status).toBe('active')
    expect(await faults()).toEqual([])
  })

  test('is taken back first by a refund of its payment', async () => {
    const { paymentId } = await anEndedDowngrade()
    const before = await left()

    await refund(paymentId, 5000)

    // Half of the 10,000 that became credit, though 1000 of them were spent on the period.
    expect(await left()).toBe(before - 5000)
    await refund(paymentId)
    expect(await left()).toBe(0)
    expect(await faults()).toEqual([])
  })

  test('comes back to each place that a refund took it from if that refund fails', async () => {
    const { paymentId, row } = await anEndedDowngrade(refundFails)
    const before = await left()
    const other = await createPlan(service, thirtyDaysAt(7000))
    const { body } = await (await customer.visit({ plan: { id: other.id } })).pay({ exp_year: 2090 })
    const otherBefore = await subscriptionRow(body.subscription.id)
    const own = (await row()).creditEntries

    await refund(paymentId)
    expect([await left(), (await subscriptionRow(body.subscription.id)).balanceAmount]).toEqual([0, -7000])
    expect((await row()).balanceAmount).toBe(-1000)
    await askNow(paymentId)

    const { balanceAmount, creditEntries } = await subscriptionRow(body.subscription.id)
    expect([await left(), balanceAmount, creditEntries]).toEqual([before - 7000, 0, otherBefore.creditEntries])
    expect([(await row()).balanceAmount, (await row()).creditEntries]).toEqual([0, own])
    expect(await faults()).toEqual([])
  })

  test('that a payment held comes back with what the payment bought if the refund fails', async () => {
    const { paymentId } = await anEndedDowngrade(refundFails)
    const other = await createPlan(service, thirtyDaysAt(20_000))
    const shopper = await customer.visit({ plan: { id: other.id } })
    const waiting = await shopper.pay({ number: '4000000000003220', exp_year: 2090 })
    await refund(paymentId, 5000)

    await actionPages(service, waiting.body.next_action.url).answer('passed')
    const paid = (await service.send('GET', `/payments/${waiting.body.id}`)).body
    const rowOfOther = () => subscriptionRow(paid.subscription.id)
    expect([paid.payment_status, (await rowOfOther()).balanceAmount]).toEqual(['SETTLING', -5000])
    await askNow(paymentId)

    expect(await rowOfOther()).toMatchObject({ balanceAmount: 0, creditEntries: [{ source: { id: paymentId } }] })
    expect([await left(), await faults()]).toEqual([0, []])
  })

  test('is taken back from the subscription that received it, whose next charge collects it', async () => {
    const { paymentId } = await anEndedDowngrade()
    const before = await left()
    const other = await createPlan(service, thirtyDaysAt(7000))
    const { body } = await (await customer.visit({ plan: { id: other.id } })).pay({ exp_year: 2090 })
    expect([body.amount, await left()]).toEqual([0, before - 7000])
    const rowOfOther = () => subscriptionRow(body.subscription.id)

    await refund(paymentId, 5000)

    // Half of the 10,000 that became credit: first all that is left, then from the subscription.
    expect([await left(), (await rowOfOther()).balanceAmount]).toEqual([0, before - 7000 - 5000])
    expect((await rowOfOther()).creditEntries).toMatchObject([{ source: { kind: 'payment', id: paymentId } }])
    expect(await faults()).toEqual([])
  })

  test('is taken back from a payment that holds it, when that payment has ended', async () => {
    const { paymentId } = await anEndedDowngrade()
    const before = await left()
    const other = await createPlan(service, thirtyDaysAt(20_000))
    const shopper = await customer.visit({ plan: { id: other.id } })
    const waiting = await shopper.pay({ number: '4000000000003220', exp_year: 2090 })
    expect([waiting.body.next_action.type, await left()]).toEqual(['three_d_secure', 0])

    await refund(paymentId, 5000)
    expect(await left()).toBe(0)
    const wallClock = () => new Date(Date.now() + 11 * 60_000).toISOString()
    await completeAttempts({ ...service.billing, wallClock }, { aheadSeconds: 11 * 60 })

    expect([codeOf(await service.send('GET', `/payments/${waiting.body.id}`)), await left()]).toEqual([
      'CANCELLED',
      before - 5000,
    ])
    expect(await faults()).toEqual([])
  })

  test('is lost with its payment’s money: the subscription owes only what it had used', async () => {
    const { id, paymentId, row } = await aDowngrade({ mode: 'prorated_next_billing_period' })
    await patch(id, { status: 'cancelled' })
    await refund(paymentId, 1000)
    await work()
    expect(await left()).toBe(8000)

    await lose(paymentId)

    expect(await customer.balances()).toEqual([])
    // 1000 for the period, and 1000 that the payer received.
    expect(Math.round((await row()).balanceAmount / 10) * 10).toBe(-2000)
    expect(await faults()).toEqual([])
  })
})
