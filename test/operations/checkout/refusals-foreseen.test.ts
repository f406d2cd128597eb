import { beforeAll, expect, test } from 'vitest'
import { describeEachDatabase, describeUsualDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, anEmail, aShopper, createPlan, type Shopper } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('a refusal that a checkout shows before the payment', (open) => {
  let plan: { id: string }
  const service = useService(open)
  beforeAll(async () => {
    plan = await createPlan(service)
  })

  const aBuyer = (customer: object) => aShopper(service, { customer, plan: { id: plan.id } })

  test('a subscriber sees it before typing a card; a visitor who only knows their e-mail address does not', async () => {
    const subscriber = { external_id: 'subscriber', email: 'subscriber@example.com' }
    const first = await aBuyer(subscriber)
    const before = await first.look()
    await first.pay()

    const own = await (await aBuyer(subscriber)).look()
    const stranger = await (await aBuyer({ email: 'subscriber@example.com' })).look()

    expect(before.body.refusal).toBeNull()
    expect(own.body).toMatchObject({ phase: 'open', refusal: { code: 'already_subscribed', subscription: null } })
    expect(stranger.body.refusal).toBeNull()
  })

  test('a session whose tries are used up shows too_many_attempts', async () => {
    const shopper = await aBuyer({ email: 'unlucky@example.com' })
    for (let tried = 0; tried < 9; tried += 1) await shopper.pay({ number: '4000000000000002' })
    const before = await shopper.look()
    await shopper.pay({ number: '4000000000000002' })

    const after = await shopper.look()

    expect(before.body.refusal).toBeNull()
    expect(after.body).toMatchObject({ phase: 'open', refusal: { code: 'too_many_attempts', subscription: null } })
    expect((await shopper.pay()).body.error.code).toBe('too_many_attempts')
  })
})

describeEachDatabase('a checkout for another plan of the same group', (open) => {
  const service = useService(open)

  let groups = 0
  const twoPlans = async () => {
    const group = `product ${++groups}`
    const priced = async (name: string, amount: number) =>
      createPlan(service, aMonthlyPlan({ name, group, price: { default: { amount, currency: 'EUR' }, countries: [] } }))
    return { group, small: await priced('Small', 1000), large: await priced('Large', 9900) }
  }
  const buy = async (customer: object, plan: { readonly id: string }) =>
    (await aShopper(service, { customer, plan: { id: plan.id } })).pay()

  const say = async ({ sessionId, look }: Shopper, id: string) =>
    service.send('PATCH', `/checkout/${sessionId}`, {
      key: (await look()).body.client_token,
      body: { subscription: { id } },
    })

  test('offers the plan change, which charges the difference once', async () => {
    const { small, large } = await twoPlans()
    const { body: first } = await buy({ external_id: anEmail() }, small)
    const shopper = await aShopper(service, { customer: { id: first.customer.id }, plan: { id: large.id } })
    const { body: before } = await shopper.look()

    const { body: offered } = await say(shopper, before.refusal.subscription.id)
    const { body: paid } = await shopper.pay()

    expect(offered).toMatchObject({
      purpose: 'change_plan',
      refusal: null,
      subscription: { plan_name: 'Small' },
      session: { plan: { id: large.id } },
    })
    expect(offered.quote.lines).toMatchObject([{ kind: 'plan' }, { kind: 'credit', label: 'Small' }])
    expect(paid).toMatchObject({ subscription: { id: first.subscription.id }, amount: offered.quote.due_now.amount })
    const { body: all } = await service.send('GET', `/subscriptions?customer_id=${first.customer.id}`)
    expect(all.data).toMatchObject([{ id: first.subscription.id, plan: { id: large.id } }])
  })

  test('offers no change of a subscription of another customer, of another product, or on the same plan', async () => {
    const { small, large } = await twoPlans()
    const { small: unrelated } = await twoPlans()
    const { body: own } = await buy({ external_id: anEmail() }, small)
    const { body: other } = await buy({ external_id: anEmail() }, small)
    const email = anEmail()
    const { body: byEmail } = await buy({ email }, small)
    const customer = { id: own.customer.id }
    const { body: elsewhere } = await buy(customer, unrelated)
    const anotherPlan = await aShopper(service, { customer, plan: { id: large.id } })
    const samePlan = await aShopper(service, { customer, plan: { id: small.id } })
    const stranger = await aShopper(service, { customer: { email }, plan: { id: large.id } })

    const answers = [
      await say(anotherPlan, other.subscription.id),
      await say(anotherPlan, elsewhere.subscription.id),
      await say(anotherPlan, 'sub_nobody'),
      await say(samePlan, own.subscription.id),
      await say(stranger, byEmail.subscription.id),
    ]

    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual(answers.map(() => [404, 'not_found']))
    expect((await anotherPlan.look()).body).toMatchObject({ purpose: 'subscribe' })
    expect((await samePlan.look()).body.refusal).toEqual({ code: 'already_subscribed', subscription: null })
    expect((await stranger.look()).body.refusal).toBeNull()
  })

  test('offers no plan change into another currency', async () => {
    const { small, large } = await twoPlans()
    const { body: first } = await buy({ external_id: anEmail() }, small)
    const price = { default: { amount: 9900, currency: 'USD' }, countries: [] }
    const dollars = await createPlan(service, aMonthlyPlan({ price, group: large.group }))
    const shopper = await aShopper(service, { customer: { id: first.customer.id }, plan: { id: dollars.id } })

    expect((await shopper.look()).body.refusal).toEqual({ code: 'already_subscribed', subscription: null })
    expect((await say(shopper, first.subscription.id)).body.error.code).toBe('not_found')
    expect((await shopper.look()).body).toMatchObject({ purpose: 'subscribe' })
  })

  test('changes no subscription of another customer in a session about one subscription', async () => {
    const { small, large } = await twoPlans()
    const { body: own } = await buy({ external_id: anEmail() }, small)
    const { body: victim } = await buy({ external_id: anEmail() }, small)
    const change = { subscription: { id: own.subscription.id }, plan: { id: large.id } }

    for (const session of [change, { ...change, customer: { email: anEmail() } }]) {
      const shopper = await aShopper(service, session)
      const answer = await say(shopper, victim.subscription.id)

      expect([answer.status, answer.body.error.code]).toEqual([404, 'not_found'])
      expect((await shopper.look()).body.session.subscription.id).toBe(own.subscription.id)
    }
  })

  test('offers no change to a customer with two live subscriptions of the group', async () => {
    const [small, middle, large] = [await createPlan(service), await createPlan(service), await createPlan(service)]
    const { body: first } = await buy({ external_id: anEmail() }, small)
    const customer = { id: first.customer.id }
    await buy(customer, middle)
    for (const { id } of [small, middle, large])
      await service.send('PATCH', `/plans/${id}`, { body: { group: `late ${small.id}` } })
    const shopper = await aShopper(service, { customer, plan: { id: large.id } })

    expect((await shopper.look()).body.refusal).toEqual({ code: 'already_subscribed', subscription: null })
    expect((await say(shopper, first.subscription.id)).status).toBe(404)
  })

  test.each([
    ['prorated_immediately', true],
    ['full_next_billing_period', false],
  ])('offers a subscription that ends a change %s: %s', async (mode, isOffered) => {
    const { small, large } = await twoPlans()
    const { body: first } = await buy({ external_id: anEmail() }, small)
    await service.send('PATCH', '/subscriptions', {
      body: { subscription: { id: first.subscription.id, status: 'scheduled_for_cancellation' } },
    })
    const shopper = await aShopper(service, {
      customer: { id: first.customer.id },
      plan: { id: large.id },
      subscription: { proration_billing_mode: mode },
    })

    expect((await shopper.look()).body.refusal.subscription !== null).toBe(isOffered)
    expect((await say(shopper, first.subscription.id)).status).toBe(isOffered ? 200 : 404)
  })

  test('is a purchase again if the merchant changes the session to another product, and a change while the product stays', async () => {
    const { small, large } = await twoPlans()
    const { small: other } = await twoPlans()
    const { body: first } = await buy({ external_id: anEmail() }, small)
    const shopper = await aShopper(service, { customer: { id: first.customer.id }, plan: { id: large.id } })
    const update = (body: object) => service.send('PATCH', `/client-session/${shopper.sessionId}`, { body })
    await say(shopper, first.subscription.id)

    await update({ options: { locale: 'de' } })
    expect((await shopper.look()).body).toMatchObject({ purpose: 'change_plan' })
    await update({ plan: { id: other.id } })
    expect((await shopper.look()).body).toMatchObject({ purpose: 'subscribe', refusal: null })
    const { body: paid } = await shopper.pay()

    expect(paid.subscription.id).not.toBe(first.subscription.id)
  })

  test('gives the same quote for a repeated choice of the change, and stores a country sent with it', async () => {
    const { small, large } = await twoPlans()
    const { body: first } = await buy({ external_id: anEmail() }, small)
    const shopper = await aShopper(service, { customer: { id: first.customer.id }, plan: { id: large.id } })
    const { body: one } = await say(shopper, first.subscription.id)
    const key = (await shopper.look()).body.client_token
    const body = { subscription: { id: first.subscription.id }, country: 'FR' }
    const { body: again } = await service.send('PATCH', `/checkout/${shopper.sessionId}`, { key, body })

    expect(again.quote.hash).toBe(one.quote.hash)
    expect(again.tax_address).toMatchObject({ country: 'FR' })
  })
})
