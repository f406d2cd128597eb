import { beforeEach, expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { creditAt, balancesOf, oneOffPlanAt, thirtyDayPlanAt } from '../../support/stories/credit/customer-credit.ts'
import { changesAt, resultCodeOf } from '../../support/stories/plan-changes.ts'
import { createPlan } from '../../support/stories/shopper.ts'
import { actionPages } from '../../support/processors/bank.ts'
import { failingRefundCard, refundsAt } from '../../support/processors/refunds-with-news.ts'
import { roundToTens, aCustomerWithCreditAt } from '../../support/stories/credit/credit-that-moves.ts'
import { moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeEachDatabase('credit of a cancelled subscription', (open) => {
  const service = useService(open)
  const { subscriptionRow, lose, faults } = creditAt(() => service)
  const { patch } = changesAt(() => service)
  const { refund, askNow } = refundsAt(() => service)
  let customer: Awaited<ReturnType<typeof aCustomerWithCreditAt>>
  beforeEach(async () => {
    customer = await aCustomerWithCreditAt(service)
  })

  test('stays while the paid period runs, because reactivation is free, and moves to the customer at its end', async () => {
    const { id, paymentId, row } = await customer.aDowngrade()
    const { balanceAmount } = await row()
    await patch(id, { status: 'cancelled' })
    await customer.work()

    expect([await row(), await customer.balances()]).toMatchObject([{ balanceAmount }, []])
    expect((await patch(id, { status: 'active' })).body.balance).toMatchObject({ amount: balanceAmount })
    await patch(id, { status: 'cancelled' })
    await moveClock(service, 'P31D')

    expect(await row()).toMatchObject({ balanceAmount: 0, status: 'cancelled' })
    expect(await customer.balances()).toEqual(balancesOf(balanceAmount))
    const credits = await service.database.db
      .selectFrom('customerCredits')
      .selectAll()
      .where('customerId', '=', customer.id)
      .execute()
    expect(credits).toMatchObject([{ sourceKind: 'payment', sourceId: paymentId, amount: balanceAmount }])
    expect(await faults()).toEqual([])
  })

  test('moves at once if the running period is refunded, because reactivation is then charged', async () => {
    const { id, paymentId, row } = await customer.aDowngrade({ mode: 'prorated_next_billing_period' })
    await patch(id, { status: 'cancelled' })
    await customer.work()
    expect(await customer.balances()).toEqual([])

    await refund(paymentId, 5000)
    await customer.work()

    expect([await customer.left(), (await row()).balanceAmount]).toEqual([4000, 0])
    expect(await faults()).toEqual([])
  })

  test('lowers the customer’s next purchase, and the price of a return to the same subscription', async () => {
    const { id, row } = await customer.anEndedDowngrade()
    const before = await customer.left()

    const { body } = await (
      await customer.visit({ plan: { id: (await createPlan(service, oneOffPlanAt(4000))).id } })
    ).pay({ exp_year: 2090 })
    expect([body.payment_status, body.amount]).toEqual(['SETTLING', 0])
    expect(await customer.left()).toBe(before - 4000)
    const returned = await patch(id, { status: 'active', expected: { amount: 0, currency: 'EUR' } })

    expect(resultCodeOf(returned)).toBe('active')
    expect(await customer.left()).toBe(before - 5000)
    expect((await row()).status).toBe('active')
    expect(await faults()).toEqual([])
  })

  test('is used up first by a refund of its payment', async () => {
    const { paymentId } = await customer.anEndedDowngrade()
    const before = await customer.left()

    await refund(paymentId, 5000)

    // The refund takes back half of the payment's credit of 10,000, although 1000 of that credit was spent on the period.
    expect(await customer.left()).toBe(before - 5000)
    await refund(paymentId)
    expect(await customer.left()).toBe(0)
    expect(await faults()).toEqual([])
  })

  test('returns to each place from which a failed refund had taken it', async () => {
    const { paymentId, row } = await customer.anEndedDowngrade(failingRefundCard)
    const before = await customer.left()
    const other = await createPlan(service, thirtyDayPlanAt(7000))
    const { body } = await (await customer.visit({ plan: { id: other.id } })).pay({ exp_year: 2090 })
    const otherBefore = await subscriptionRow(body.subscription.id)
    const own = (await row()).creditEntries

    await refund(paymentId)
    expect([await customer.left(), (await subscriptionRow(body.subscription.id)).balanceAmount]).toEqual([0, -7000])
    expect((await row()).balanceAmount).toBe(-1000)
    await askNow(paymentId)

    const { balanceAmount, creditEntries } = await subscriptionRow(body.subscription.id)
    expect([await customer.left(), balanceAmount, creditEntries]).toEqual([before - 7000, 0, otherBefore.creditEntries])
    expect([(await row()).balanceAmount, (await row()).creditEntries]).toEqual([0, own])
    expect(await faults()).toEqual([])
  })

  test('returns together with the purchase if a failed refund had taken it from a payment', async () => {
    const { paymentId } = await customer.anEndedDowngrade(failingRefundCard)
    const other = await createPlan(service, thirtyDayPlanAt(20_000))
    const shopper = await customer.visit({ plan: { id: other.id } })
    const waiting = await shopper.pay({ number: '4000000000003220', exp_year: 2090 })
    await refund(paymentId, 5000)

    await actionPages(service, waiting.body.next_action.url).answer('passed')
    const paid = (await service.send('GET', `/payments/${waiting.body.id}`)).body
    const rowOfOther = () => subscriptionRow(paid.subscription.id)
    expect([paid.payment_status, (await rowOfOther()).balanceAmount]).toEqual(['SETTLING', -5000])
    await askNow(paymentId)

    expect(await rowOfOther()).toMatchObject({ balanceAmount: 0, creditEntries: [{ source: { id: paymentId } }] })
    expect([await customer.left(), await faults()]).toEqual([0, []])
  })

  test('is taken back from the subscription that received it, whose next charge collects it', async () => {
    const { paymentId } = await customer.anEndedDowngrade()
    const before = await customer.left()
    const other = await createPlan(service, thirtyDayPlanAt(7000))
    const { body } = await (await customer.visit({ plan: { id: other.id } })).pay({ exp_year: 2090 })
    expect([body.amount, await customer.left()]).toEqual([0, before - 7000])
    const rowOfOther = () => subscriptionRow(body.subscription.id)

    await refund(paymentId, 5000)

    // The refund takes back 5000 of credit: first all that the customer has left, and the remainder from the subscription that the credit
    // paid for.
    expect([await customer.left(), (await rowOfOther()).balanceAmount]).toEqual([0, before - 7000 - 5000])
    expect((await rowOfOther()).creditEntries).toMatchObject([{ source: { kind: 'payment', id: paymentId } }])
    expect(await faults()).toEqual([])
  })

  test('is taken from a payment that reserves it, once that payment has ended', async () => {
    const { paymentId } = await customer.anEndedDowngrade()
    const before = await customer.left()
    const other = await createPlan(service, thirtyDayPlanAt(20_000))
    const shopper = await customer.visit({ plan: { id: other.id } })
    const waiting = await shopper.pay({ number: '4000000000003220', exp_year: 2090 })
    expect([waiting.body.next_action.type, await customer.left()]).toEqual(['three_d_secure', 0])

    await refund(paymentId, 5000)
    expect(await customer.left()).toBe(0)
    const wallClock = () => new Date(Date.now() + 11 * 60_000).toISOString()
    await completeAttempts({ ...service.billing, wallClock }, { aheadSeconds: 11 * 60 })

    expect([resultCodeOf(await service.send('GET', `/payments/${waiting.body.id}`)), await customer.left()]).toEqual([
      'CANCELLED',
      before - 5000,
    ])
    expect(await faults()).toEqual([])
  })

  test('is lost with its payment’s money: the subscription owes only what it had used', async () => {
    const { paymentId, row } = await customer.aRefundedDowngrade()
    expect(await customer.left()).toBe(8000)

    await lose(paymentId)

    expect(await customer.balances()).toEqual([])
    // The subscription owes the used 1000 of the period, and the 1000 that the payer was refunded although the payment was lost.
    expect(roundToTens((await row()).balanceAmount)).toBe(-2000)
    expect(await faults()).toEqual([])
  })
})
