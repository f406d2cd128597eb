import { beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { discountsAt } from '../../support/stories/discounts.ts'
import { aBuyer, anEmail, createPlan } from '../../support/stories/shopper.ts'
import { monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { moveClock } from '../../support/stories/subscriber.ts'

describeEachDatabase('discounts of client sessions and checkouts', (open) => {
  const service = useService(open, { trustedProxies: ['loopback'] })
  const { aDiscount, aCode, aPlan, aCodeBuyer, enter } = discountsAt(service)
  let plan: { id: string }
  beforeAll(async () => {
    await service.send('POST', '/sandbox/clock', { body: { to: '2027-01-03T10:00:00Z' } })
    plan = await aPlan()
  })

  const openSession = (discount: object, planId = plan.id, members: object = {}) =>
    service.send('POST', '/client-session', {
      body: { customer: { email: anEmail() }, plan: { id: planId }, discount, ...members },
    })

  test('a session with a discount states what is due, until when the discount lasts, and the price after it', async () => {
    const { id } = await aDiscount()
    const shopper = await aBuyer(service, plan.id, { discount: { id } })

    const { body } = await shopper.look()

    expect(body).toMatchObject({
      allow_codes: false,
      quote: {
        lines: [
          { kind: 'plan', amount: 1000 },
          { kind: 'discount', label: 'Spring', amount: -200 },
        ],
        due_now: { amount: 800 },
        next_charge: { amount: 800 },
        recurring: { amount: 1000 },
      },
      discount: {
        id,
        name: 'Spring',
        percent_off: 20,
        duration: 'periods',
        periods_left: 3,
        code: null,
        formatted_off: '20%',
        formatted_amount: '€8.00',
        ends: { at: expect.stringMatching('^2027-04-03T10:'), date: 'April 3, 2027', formatted_amount: '€10.00' },
      },
    })
    expect(body.quote_display.later_charges.map((charge: { amount: number }) => charge.amount)).toEqual([800, 1000])
  })

  test('a code is compared without case and spaces, changes the quote, and is replaced by another code', async () => {
    const [first, second] = [
      await aCode(),
      await aCode({ name: 'May', percent_off: 50, duration: 'forever', periods: null }),
    ]
    const shopper = await aCodeBuyer(plan.id)
    const { body: before } = await shopper.look()

    const { body: once } = await enter(shopper, ` ${first.code.toLowerCase()} `)
    const { body: twice } = await enter(shopper, second.code)
    const { body: none } = await enter(shopper, null)

    expect(before).toMatchObject({ allow_codes: true, discount: null, quote: { due_now: { amount: 1000 } } })
    expect(once).toMatchObject({ discount: { id: first.id }, quote: { due_now: { amount: 800 } } })
    expect(twice).toMatchObject({
      discount: { id: second.id, code: second.code, ends: null },
      quote: { due_now: { amount: 500 }, recurring: { amount: 500 } },
    })
    expect(none).toMatchObject({ discount: null, quote: { due_now: { amount: 1000 }, hash: before.quote.hash } })
  })

  test('a code that cannot be redeemed changes nothing', async () => {
    const { code } = await aCode()
    const shopper = await aCodeBuyer(plan.id)
    const { body: discounted } = await enter(shopper, code)

    const { status, body } = await enter(shopper, 'NO-SUCH-CODE')
    const { body: after } = await shopper.look()

    expect([status, body.error.code, body.error.details]).toMatchObject([
      400,
      'discount_invalid',
      [{ path: 'body.discount_code', code: 'unknown' }],
    ])
    expect(after.quote.hash).toEqual(discounted.quote.hash)
    expect(after.discount.id).toEqual(discounted.discount.id)
  })

  test('a checkout without codes refuses one, and so does a plan change', async () => {
    const { code } = await aCode()
    const { body } = await enter(await aBuyer(service, plan.id), code)

    expect(body.error).toMatchObject({ code: 'discount_invalid', details: [{ code: 'not_allowed' }] })
  })

  test('after 20 wrong codes from one address within an hour even the right one is refused', async () => {
    const { code } = await aCode()
    const shopper = await aCodeBuyer(plan.id)
    const wrong = []
    for (let index = 0; index < 20; index++)
      wrong.push((await enter(shopper, `WRONG-${index}`, '192.0.2.1')).body.error.code)

    const refused = await enter(shopper, code, '192.0.2.1')
    const elsewhere = await enter(shopper, 'WRONG', '192.0.2.2')

    expect(new Set(wrong)).toEqual(new Set(['discount_invalid']))
    expect([refused.status, refused.body.error.code]).toEqual([429, 'too_many_attempts'])
    expect(refused.headers.get('retry-after')).toBe('3600')
    expect(elsewhere.body.error.code).toBe('discount_invalid')
    expect((await shopper.look()).body.discount).toBeNull()
  })

  test('wrong codes that arrive at the same time all count', async () => {
    const shoppers = await Promise.all(Array.from({ length: 25 }, () => aCodeBuyer(plan.id)))
    const answers = await Promise.all(shoppers.map((shopper, index) => enter(shopper, `WRONG-${index}`, '192.0.2.3')))

    const codes = answers.map(({ body }) => body.error.code)
    expect(codes.filter((code) => code === 'discount_invalid')).toHaveLength(20)
    expect(codes.filter((code) => code === 'too_many_attempts')).toHaveLength(5)
  })

  test.each<readonly [string, string, object]>([
    ['that has not begun', 'not_started', { starts_at: '2098-01-01T00:00:00Z' }],
    ['that has ended', 'ended', { ends_at: '2027-01-01T00:00:00Z' }],
    ['of another plan', 'other_plan', { plans: ['another-group'] }],
    ['in another currency', 'other_currency', { percent_off: null, amount_off: { amount: 100, currency: 'USD' } }],
    ['that leaves less than can be charged', 'below_minimum', { percent_off: 99 }],
  ])('a discount %s is refused with the reason %s', async (_, reason, members) => {
    const { id } = await aDiscount(members)
    const { status, body } = await openSession({ id })

    expect([status, body.error.code, body.error.details[0].code]).toEqual([400, 'discount_invalid', reason])
    expect(body.error.details[0].minimum ?? null).toEqual(
      reason === 'below_minimum' ? { amount: expect.any(Number), currency: 'EUR' } : null,
    )
  })

  test('an unknown or archived discount is refused, and so is one for an existing subscription', async () => {
    const { id } = await aDiscount()
    await service.send('PATCH', `/discounts/${id}`, { body: { archived: true } })
    const usable = await aDiscount()
    const { body: payment } = await (await aBuyer(service, plan.id)).pay()
    const other = await createPlan(service, monthlyPlanAt(2000))
    const change = { customer: { id: payment.customer.id }, subscription: { id: payment.subscription.id } }

    const reasons = [
      await openSession({ id }),
      await openSession({ id: 'disc_nobody' }),
      await openSession({ code: 'NOBODY' }),
      await openSession({ id: usable.id }, other.id, change),
    ].map(({ body }) => body.error.details[0].code)

    expect(reasons).toEqual(['archived', 'unknown', 'unknown', 'existing_subscription'])
  })

  test.each([
    ['both an id and a code', { id: 'disc_1', code: 'SPRING' }],
    ['neither an id nor a code', {}],
    ['a code of two characters', { code: 'AB' }],
    ['a code with a line break', { code: 'SPRING\n20' }],
  ])('a session that names a discount by %s is refused', async (_, discount) => {
    expect((await openSession(discount)).body.error.code).toBe('invalid_parameter')
  })

  test('a discount that ends while the checkout is open is not redeemed, and the full price needs a new consent', async () => {
    const { id } = await aDiscount({ ends_at: '2027-01-03T10:20:00Z' })
    const shopper = await aBuyer(service, plan.id, { discount: { id } })
    const seen = await shopper.look()
    await moveClock(service, '2027-01-03T10:20:00Z')

    const refused = await shopper.payAsSeen(seen)
    const { body: after } = await shopper.look()

    expect(refused.body.error.code).toBe('amount_changed')
    expect(after).toMatchObject({ discount: null, quote: { due_now: { amount: 1000 } } })
    expect((await shopper.pay()).body).toMatchObject({
      payment_status: expect.stringMatching('^(AUTHORIZED|SETTLING)$'),
      amount: 1000,
    })
  })
})
