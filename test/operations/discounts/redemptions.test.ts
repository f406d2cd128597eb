import { beforeAll, expect, test } from 'vitest'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import type { Processor } from '#server/processors/processor.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { discountsAt } from '../../support/stories/discounts.ts'
import { resultCodeOf } from '../../support/stories/plan-changes.ts'
import { aBuyer, anEmail } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'

const declined = { number: '4000000000000002' }
const fails = { number: '4000000000008880' }

describeEachDatabase('redemptions of discounts', (open) => {
  let plan: { id: string }
  let hold: Promise<void> | undefined

  const service = useService(open, ({ db }) => {
    const sandbox = sandboxProcessor({ database: db })
    const processor: Processor = {
      ...sandbox,
      async authorize(request) {
        await hold
        return sandbox.authorize(request)
      },
    }
    return { processor, settings: { rules: [{ name: 'no mastercards', when: { brands: ['mastercard'] } }] } }
  })
  const { aDiscount, aPlan, redeemed } = discountsAt(service)
  beforeAll(async () => {
    plan = await aPlan()
  })
  const buyerOf = (discount: { id: string }, members: object = {}) =>
    aBuyer(service, plan.id, { discount: { id: discount.id }, ...members })

  test('a purchase counts as one redemption, and a declined one gives it back', async () => {
    const discount = await aDiscount()
    const shopper = await buyerOf(discount)

    const first = await shopper.pay(declined)
    const afterDecline = await redeemed(discount)
    const second = await shopper.pay()

    expect([resultCodeOf(first), afterDecline]).toEqual(['DECLINED', 0])
    expect(second.body).toMatchObject({
      amount: 800,
      subscription: {
        discount: { id: discount.id, periods_left: 2, period_amount: 800, period_amount_after: 1000 },
        plan: { price: { amount: 1000 } },
      },
    })
    expect(await redeemed(discount)).toBe(1)
  })

  test('a payment of unknown outcome holds the last redemption, and its decline gives it back', async () => {
    const discount = await aDiscount({ max_redemptions: 1 })
    const [first, second] = [await buyerOf(discount), await buyerOf(discount)]
    const seen = await second.look()
    const gate = Promise.withResolvers<void>()
    hold = gate.promise
    const paying = first.pay(declined)
    await expect.poll(() => redeemed(discount)).toBe(1)

    const refused = await second.payAsSeen(seen)
    const whileHeld = await second.look()
    hold = undefined
    gate.resolve()
    const outcome = await paying
    const again = await second.pay()

    expect(resultCodeOf(refused)).toBe('amount_changed')
    expect(whileHeld.body).toMatchObject({ discount: null, quote: { due_now: { amount: 1000 } } })
    expect(resultCodeOf(outcome)).toBe('DECLINED')
    expect(again.body).toMatchObject({ amount: 800 })
    expect(await redeemed(discount)).toBe(1)
  })

  test('a failed settlement, a refund and an end of the subscription give no redemption back', async () => {
    const discount = await aDiscount()
    const [{ body: lost }, { body: kept }] = [
      await (await buyerOf(discount)).pay(fails),
      await (await buyerOf(discount)).pay(),
    ]
    await moveClock(service, 'P2D')
    const refund = await service.send('POST', `/payments/refund/${kept.id}`, { body: {} })
    const end = await service.send('POST', `/subscriptions/cancel/${kept.subscription.id}`)

    expect([refund.status, end.status]).toEqual([200, 200])
    expect((await service.send('GET', `/payments/${lost.id}`)).body.payment_status).toBe('FAILED')
    expect(await redeemed(discount)).toBe(2)
  })

  test('a second purchase by the same customer, e-mail address or card is at the full price', async () => {
    const discount = await aDiscount({ max_per_customer: 1, duration: 'once', periods: null })
    const email = anEmail()
    const first = await (await buyerOf(discount, { customer: { email } })).pay()
    await service.send('POST', `/subscriptions/cancel/${first.body.subscription.id}`, { body: {} })
    const refusals = [
      await service.send('POST', '/client-session', {
        body: { customer: { id: first.body.customer.id }, plan: { id: plan.id }, discount: { id: discount.id } },
      }),
      await service.send('POST', '/client-session', {
        body: { customer: { email: email.toUpperCase() }, plan: { id: plan.id }, discount: { id: discount.id } },
      }),
    ]
    const stranger = await buyerOf(discount)

    const withSameCard = await stranger.pay()
    const seenAgain = await stranger.look()
    const atFullPrice = await stranger.pay()

    await service.send('PATCH', `/customers/${first.body.customer.id}`, { body: { email: anEmail() } })
    refusals.push(
      await service.send('POST', '/client-session', {
        body: { customer: { email }, plan: { id: plan.id }, discount: { id: discount.id } },
      }),
    )

    expect(refusals.map(({ body }) => body.error.details[0].code)).toEqual([
      'used_up_by_customer',
      'used_up_by_customer',
      'used_up_by_customer',
    ])
    expect(resultCodeOf(withSameCard)).toBe('amount_changed')
    expect(seenAgain.body).toMatchObject({ discount: null, quote: { due_now: { amount: 1000 } } })
    expect(atFullPrice.body).toMatchObject({ amount: 1000 })
    expect(await redeemed(discount)).toBe(1)
  })

  test('the last redemption that many shoppers want at the same time goes to one of them', async () => {
    const discount = await aDiscount({ max_redemptions: 3 })
    const shoppers = await Promise.all(Array.from({ length: 12 }, () => buyerOf(discount)))
    const seen = await Promise.all(shoppers.map((shopper) => shopper.look()))

    const answers = await Promise.all(shoppers.map((shopper, index) => shopper.payAsSeen(seen[index]!)))

    const paid = answers.filter(({ status }) => status === 200)
    expect(paid.map(({ body }) => body.amount)).toEqual([800, 800, 800])
    expect(answers.filter((answer) => resultCodeOf(answer) === 'amount_changed')).toHaveLength(9)
    expect(await redeemed(discount)).toBe(3)
  })

  test('a discount that was archived after the quote is not redeemed', async () => {
    const discount = await aDiscount()
    const shopper = await buyerOf(discount)
    const seen = await shopper.look()
    await service.send('PATCH', `/discounts/${discount.id}`, { body: { archived: true } })

    expect(resultCodeOf(await shopper.payAsSeen(seen))).toBe('amount_changed')
    expect(await redeemed(discount)).toBe(0)
  })

  test('a price that a discount lowers to 0 requires a method, which is verified', async () => {
    const discount = await aDiscount({ percent_off: 100 })
    const shopper = await buyerOf(discount)
    const seen = await shopper.look()
    const without = await shopper.payAsSeen(seen, {}, { payment_method: undefined })
    const bad = await shopper.payAsSeen(seen, declined)
    const good = await shopper.pay()

    expect(seen.body).toMatchObject({ quote: { due_now: { amount: 0 } }, discount: { formatted_amount: '€0.00' } })
    expect(resultCodeOf(without)).toBe('payment_method_required')
    expect(resultCodeOf(bad)).toBe('DECLINED')
    expect(good.body).toMatchObject({
      amount: 0,
      payment_method: { type: 'CARD' },
      subscription: { status: 'active', discount: { periods_left: 2 } },
    })
    expect(await redeemed(discount)).toBe(1)
  })

  test('a one-off plan is discounted once, also to 0', async () => {
    const book = await aPlan({ type: 'one-off', interval: null, interval_count: null })
    const [half, free] = [await aDiscount({ percent_off: 50 }), await aDiscount({ percent_off: 100 })]
    const sell = (discount: { id: string }) => aBuyer(service, book.id, { discount: { id: discount.id } })
    const [paid, given] = [await (await sell(half)).pay(), await (await sell(free)).pay()]

    expect([paid.body.amount, given.body.amount]).toEqual([500, 0])
    expect([await redeemed(half), await redeemed(free)]).toEqual([1, 1])
  })

  test('a merchant charges with a discount by id or code, and an ended discount is refused', async () => {
    const discount = await aDiscount({ code: 'MERCHANT-20' })
    const other = await aPlan()
    const { body: first } = await (await aBuyer(service, plan.id)).pay()
    const charge = (named: object, planId: string) =>
      service.send('POST', '/payments', {
        body: {
          customer: { id: first.customer.id },
          plan: { id: planId },
          payment_method: { id: first.payment_method.id },
          discount: named,
        },
      })
    const paid = await charge({ code: 'merchant-20' }, other.id)
    await service.send('PATCH', `/discounts/${discount.id}`, { body: { archived: true } })
    const refused = await charge({ id: discount.id }, (await aPlan()).id)

    expect(paid.body).toMatchObject({ amount: 800, subscription: { discount: { id: discount.id } } })
    expect(refused.body.error).toMatchObject({ code: 'discount_invalid', details: [{ code: 'archived' }] })
    expect(await redeemed(discount)).toBe(1)
  })

  test('a payment that a rule blocks redeems nothing', async () => {
    const discount = await aDiscount()
    const blocked = await (await buyerOf(discount)).pay({ number: '5555555555554444' })

    expect([resultCodeOf(blocked), await redeemed(discount)]).toEqual(['BLOCKED', 0])
  })
})
