import { beforeEach, expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { actionPages } from '../../support/processors/bank.ts'
import { failingRefundCard, refundsAt } from '../../support/processors/refunds-with-news.ts'
import { useService } from '../../support/services/use-service.ts'
import { roundToTens, aCustomerWithCreditAt } from '../../support/stories/credit/credit-that-moves.ts'
import { creditAt, oneOffPlanAt, thirtyDayPlanAt } from '../../support/stories/credit/customer-credit.ts'
import { changesAt, resultCodeOf } from '../../support/stories/plan-changes.ts'
import { createPlan } from '../../support/stories/shopper.ts'

const challenge = '4000000000003220'

describeEachDatabase('credit whose source is lost or refunded', (open) => {
  const service = useService(open)
  const { subscriptionRow, lose, faults } = creditAt(() => service)
  const { patch } = changesAt(() => service)
  const { refund, askNow } = refundsAt(() => service)
  let customer: Awaited<ReturnType<typeof aCustomerWithCreditAt>>
  beforeEach(async () => {
    customer = await aCustomerWithCreditAt(service)
  })
  /** A purchase that the shopper must confirm at their bank, and functions that confirm it and read its payment. */
  const aChallenged = async (plan: object) => {
    const shopper = await customer.visit({ plan: { id: (await createPlan(service, plan)).id } })
    const { body } = await shopper.pay({ number: challenge, exp_year: 2090 })
    return {
      pass: () => actionPages(service, body.next_action.url).answer('passed'),
      read: async () => (await service.send('GET', `/payments/${body.id}`)).body,
    }
  }

  test('is lost completely when the money never settles, even if the cheaper plan was free', async () => {
    const { paymentId, row } = await customer.aRefundedDowngrade({ price: 0 })
    expect(await customer.left()).toBe(9000)

    await lose(paymentId)

    expect([await customer.left(), roundToTens((await row()).balanceAmount)]).toEqual([0, -1000])
    expect(await faults()).toEqual([])
  })

  test('does not return when the full refund of lost money fails', async () => {
    const { id, paymentId, row } = await customer.aDowngrade({
      mode: 'prorated_next_billing_period',
      number: failingRefundCard,
    })
    await patch(id, { status: 'cancelled' })
    await refund(paymentId)
    await lose(paymentId)

    await askNow(paymentId)
    await customer.work()

    expect([await customer.left(), roundToTens((await row()).balanceAmount)]).toEqual([0, -1000])
    expect(await faults()).toEqual([])
  })

  test('does not return with a one-off purchase that fails after its source was refunded', async () => {
    const { paymentId } = await customer.anEndedDowngrade()
    const shopper = await customer.visit({ plan: { id: (await createPlan(service, oneOffPlanAt(20_000))).id } })
    const { body } = await shopper.pay({ exp_year: 2090 })
    expect([body.payment_status, await customer.left()]).toEqual(['SETTLING', 0])
    await refund(paymentId)

    await lose(body.id)

    expect([await customer.left(), await faults()]).toEqual([0, []])
  })

  test.each([
    ['while a one-off purchase reserves the credit', true],
    ['after a one-off purchase has spent it', false],
  ])('is owed with the whole price if the money is lost %s', async (_, isHeld) => {
    const { paymentId, row } = await customer.aRefundedDowngrade()
    const purchase = await aChallenged(oneOffPlanAt(20_000))
    if (!isHeld) await purchase.pass()

    await lose(paymentId)
    if (isHeld) await purchase.pass()

    expect((await purchase.read()).payment_status).toBe('SETTLING')
    expect([await customer.left(), roundToTens((await row()).balanceAmount)]).toEqual([0, -10_000])
    expect(await faults()).toEqual([])
  })

  test.each([
    ['before its payment has ended', true],
    ['after that', false],
  ])('is charged to reactivate the subscription that received it if its source was refunded %s', async (_, isHeld) => {
    const { paymentId } = await customer.anEndedDowngrade()
    const purchase = await aChallenged(thirtyDayPlanAt(20_000))
    if (!isHeld) await purchase.pass()
    await refund(paymentId)
    if (isHeld) await purchase.pass()
    const { id } = (await purchase.read()).subscription
    expect(roundToTens((await subscriptionRow(id)).balanceAmount)).toBe(-9000)
    await patch(id, { status: 'cancelled' })

    expect(resultCodeOf(await patch(id, { status: 'active' }))).toBe('active')

    expect(roundToTens((await subscriptionRow(id)).balanceAmount)).toBe(0)
    expect(await faults()).toEqual([])
  })
})
