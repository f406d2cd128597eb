import { beforeAll, beforeEach, expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { discountsAt } from '../../support/stories/discounts.ts'
import { changesAt, resultCodeOf, monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { aBuyer, createPlan } from '../../support/stories/shopper.ts'
import {
  aScriptedProcessor,
  moveClock,
  endAllSubscriptions,
  type ScriptedProcessor,
} from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

/** Rounds to tens of minor units, because seconds of the period may pass between two steps. */
const about = (minor: number) => Math.round(minor / 10) * 10

const inUnits = { quantity: { min: 1, max: 10 } }
const laterProrated = 'prorated_next_billing_period'

describeEachDatabase('the rest of a period whose discount a plan change has ended', (open) => {
  let processor: ScriptedProcessor
  let bought: { id: string }
  let undiscounted: { id: string }
  let dear: { id: string }

  const service = useService(open, (database) => {
    processor = aScriptedProcessor(database)
    return { processor }
  })
  const { aDiscount } = discountsAt(service)
  const { aChange, patch } = changesAt(() => service)
  beforeAll(async () => {
    await moveClock(service, '2027-01-03T10:00:00Z')
    bought = await createPlan(service, monthlyPlanAt(1000, inUnits))
    undiscounted = await createPlan(service, monthlyPlanAt(1500))
    dear = await createPlan(service, monthlyPlanAt(2000, inUnits))
  })
  beforeEach(() => endAllSubscriptions(service))

  /** A subscriber who has just paid 8.00 for a month of the plan at 10.00. */
  const aDiscounted = async (discount: object) => {
    const { id: discountId } = await aDiscount(discount)
    const shopper = await aBuyer(service, bought.id, { discount: { id: discountId } })
    const { body } = await shopper.pay({ exp_year: 2090 })
    return { id: body.subscription.id as string, customerId: body.customer.id as string }
  }
  type Subscriber = Awaited<ReturnType<typeof aDiscounted>>

  /** Changes the plan at the checkout, which charges nothing now. Returns the amount of the next charge as quoted. */
  const changeFreely = async (subscriber: Subscriber, plan: { id: string }, mode: string): Promise<number> => {
    const change = await aChange(subscriber, plan, mode)
    expect(resultCodeOf(await change.patch())).toBe('active')
    return change.seen.body.quote.next_charge.amount
  }
  const renew = async ({ id }: Subscriber): Promise<number> => {
    await moveClock(service, (await service.send('GET', `/subscriptions/${id}`)).body.next_billing_date)
    const { body } = await service.send('GET', `/payments?subscription_id=${id}`)
    return body.data[0].amount
  }

  test.each(['do_not_bill', 'full_next_billing_period', laterProrated])(
    'costs its full price on a third plan, although that plan is discounted, after a change by %s',
    async (mode) => {
      const subscriber = await aDiscounted({ plans: [bought.id, dear.id] })
      await changeFreely(subscriber, undiscounted, mode)

      const quoted = await changeFreely(subscriber, dear, laterProrated)

      // The running month costs 20.00, of which 8.00 are paid; the next month costs 20.00.
      expect(about(quoted)).toBe(3200)
      expect(await renew(subscriber)).toBe(quoted)
      expect(await renew(subscriber)).toBe(2000)
    },
  )

  test('costs its full price after a change by the merchant, also on the plan that was bought', async () => {
    const subscriber = await aDiscounted({ plans: [bought.id] })
    expect(resultCodeOf(await patch(subscriber.id, { planId: undiscounted.id }))).toBe('active')

    expect(about(await changeFreely(subscriber, bought, laterProrated))).toBe(1200)
  })

  test('costs its full price on a third plan after a change of the interval', async () => {
    const [yearly, dearYearly] = [
      await createPlan(service, monthlyPlanAt(12_000, { interval: 'years' })),
      await createPlan(service, monthlyPlanAt(36_500, { interval: 'years' })),
    ]
    const subscriber = await aDiscounted({ periods: 3 })
    await changeFreely(subscriber, yearly, 'do_not_bill')

    const quoted = await changeFreely(subscriber, dearYearly, laterProrated)

    // The rest of the month costs 27.00 to 31.00 at 365.00 a year, less the 8.00 that were paid; the next year costs 365.00. With the
    // discount, the month would cost less than 25.00.
    expect(quoted).toBeGreaterThan(2700 - 800 + 36_500)
    expect(quoted).toBeLessThanOrEqual(3100 - 800 + 36_500)
  })

  test('costs its full price if the renewal that paid for it was tried before the change', async () => {
    const subscriber = await aDiscounted({ plans: [bought.id, dear.id] })
    processor.script.push('decline')
    await moveClock(service, 'P31D')
    expect(resultCodeOf(await patch(subscriber.id, { planId: undiscounted.id }))).toBe('past_due')
    expect(await renew(subscriber)).toBe(800)

    const change = await aChange(subscriber, dear, laterProrated)
    const { recurring, next_charge: next } = change.seen.body.quote

    // A day of the period had passed before the second try, so less than the whole difference of 2000 − 800 is charged for that period.
    expect(recurring.amount).toBe(2000)
    expect(next.amount).toBeGreaterThan(2000 + Math.floor(((2000 - 800) * 26) / 28))
  })

  test('keeps a discount with no period left after this one, in any quantity', async () => {
    const subscriber = await aDiscounted({ duration: 'once', periods: null })
    const quantity = await service.send('PATCH', '/subscriptions', {
      body: { subscription: { id: subscriber.id }, plan: { id: bought.id, quantity: 2 } },
    })
    expect(quantity.body).toMatchObject({ quantity: 2, discount: null })

    // Two units at 20.00 cost 32.00 with the discount, of which 8.00 are paid. The next period has no discount and costs 40.00.
    expect(about(await changeFreely(subscriber, dear, laterProrated))).toBe(3200 - 800 + 4000)
  })

  test('keeps a discount that applies to every plan', async () => {
    const subscriber = await aDiscounted({ periods: 3 })
    await changeFreely(subscriber, undiscounted, 'do_not_bill')

    expect(about(await changeFreely(subscriber, dear, laterProrated))).toBe(1600 - 800 + 1600)
  })
})
