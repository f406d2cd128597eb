import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, anEmail, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeEachDatabase('plans of one group', (open) => {
  const service = useService(open, () => ({ settings: { emails: 'send' } }))

  let groups = 0
  const twoPlans = async (more: object = {}) => {
    const group = `reader ${++groups}`
    return {
      group,
      monthly: await createPlan(service, aMonthlyPlan({ name: 'Monthly', group, ...more })),
      yearly: await createPlan(service, aMonthlyPlan({ name: 'Yearly', interval: 'years', group, ...more })),
    }
  }
  const buy = async (customer: object, plan: { readonly id: string }, card: object = {}) =>
    (await aShopper(service, { customer, plan: { id: plan.id } })).pay(card)
  const setGroup = (id: string, group: string | null) => service.send('PATCH', `/plans/${id}`, { body: { group } })

  test('are answered with their group, which can be changed and cleared', async () => {
    const { group, monthly } = await twoPlans()

    expect(monthly).toMatchObject({ group })
    expect((await setGroup(monthly.id, 'other')).body).toMatchObject({ group: 'other' })
    expect((await setGroup(monthly.id, null)).body).toMatchObject({ group: null })
    expect((await service.send('GET', `/plans/${monthly.id}`)).body).toMatchObject({ group: null })
  })

  test('are recurring: a one-off plan has no group', async () => {
    const price = { default: { amount: 999, currency: 'EUR' }, countries: [] }
    const once = { name: 'Once', type: 'one-off', price }
    const { id } = await createPlan(service, once)

    expect(await service.send('POST', '/plans', { body: { ...once, group: 'reader' } })).toMatchObject({ status: 400 })
    expect(await setGroup(id, 'reader')).toMatchObject({ status: 400 })
  })

  test('are one product: a subscriber of one is not sold another, and can change to it', async () => {
    const { monthly, yearly } = await twoPlans()
    const { body: first } = await buy({ external_id: anEmail() }, monthly)
    const customer = { id: first.customer.id }

    const shopper = await aShopper(service, { customer, plan: { id: yearly.id } })
    const { body: checkout } = await shopper.look()
    const second = await shopper.pay()
    const charged = await service.send('POST', '/payments', { body: { customer, plan: { id: yearly.id } } })
    const changed = await service.send('PATCH', '/subscriptions', {
      body: { subscription: { id: first.subscription.id }, plan: { id: yearly.id } },
    })

    expect(checkout.refusal).toEqual({
      code: 'already_subscribed',
      subscription: { id: first.subscription.id, plan_name: 'Monthly' },
    })
    expect(second.body.error).toMatchObject({
      code: 'already_subscribed',
      message: expect.stringContaining(first.subscription.id),
    })
    expect(charged.body.error).toMatchObject({ code: 'already_subscribed' })
    expect(changed).toMatchObject({ status: 200, body: { plan: { id: yearly.id } } })
  })

  test('are one product to a shopper who is known by an e-mail address only, and the answer does not name the subscription', async () => {
    const { monthly, yearly } = await twoPlans()
    const email = anEmail()
    const { body: first } = await buy({ email }, monthly)

    const { body } = await buy({ email: email.toUpperCase() }, yearly)

    expect(body.error.code).toBe('already_subscribed')
    expect(body.error.message).not.toContain(first.subscription.id)
  })

  test('include the successor of an archived plan from the moment when it gets the group', async () => {
    const old = await createPlan(service)
    const successor = await createPlan(service, aMonthlyPlan({ name: 'Successor' }))
    const { body: first } = await buy({ external_id: anEmail() }, old)
    const customer = { id: first.customer.id }

    for (const { id } of [old, successor]) await setGroup(id, 'late')
    await service.send('PATCH', `/plans/${old.id}`, { body: { archived: true } })
    const { body } = await buy(customer, successor)

    expect(body.error).toMatchObject({ code: 'already_subscribed' })
  })

  test('do not prevent the purchase of a plan of another group, or of none', async () => {
    const { monthly } = await twoPlans()
    const { yearly } = await twoPlans()
    const alone = await createPlan(service)
    const { body: first } = await buy({ external_id: anEmail() }, monthly)

    for (const plan of [yearly, alone])
      expect(await buy({ id: first.customer.id }, plan)).toMatchObject({ status: 200, body: { amount: 999 } })
  })

  test('are not combined by a change or a preview', async () => {
    const { monthly, yearly } = await twoPlans()
    const alone = await createPlan(service)
    const { body: first } = await buy({ external_id: anEmail() }, monthly)
    const { body: other } = await buy({ id: first.customer.id }, alone)
    const change = { subscription: { id: other.subscription.id }, plan: { id: yearly.id } }

    const changed = await service.send('PATCH', '/subscriptions', { body: change })
    const previewed = await service.send('POST', '/subscriptions/preview', { body: change })

    expect(changed.body.error).toMatchObject({ code: 'already_subscribed' })
    expect(previewed.body.error).toMatchObject({ code: 'already_subscribed' })
  })

  test('may be held together if the organization allows several, and still give one trial', async () => {
    const { key } = await service.addOrganization('Several', { several_subscriptions: true })
    const send = (method: string, path: string, body: object) => service.send(method, path, { key, body })
    const trial = { group: 'several', trial_interval: 'days', trial_interval_count: 7 }
    const [monthly, yearly] = [
      (await send('POST', '/plans', aMonthlyPlan(trial))).body,
      (await send('POST', '/plans', aMonthlyPlan({ ...trial, interval: 'years' }))).body,
    ]
    const other = {
      ...service,
      send: (method: string, path: string, sent: object) => service.send(method, path, { key, ...sent }),
    }
    const shopper = await aShopper(other as typeof service, {
      customer: { external_id: 'both' },
      plan: { id: monthly.id },
    })
    const { body: first } = await shopper.pay()
    const again = await aShopper(other as typeof service, {
      customer: { external_id: 'both' },
      plan: { id: yearly.id },
    })
    const { body: second } = await again.pay()

    expect(first).toMatchObject({ amount: 0, subscription: { status: 'trial' } })
    expect(second).toMatchObject({ amount: 999, subscription: { status: 'active' } })
  })

  test('give one trial to a buyer, to an e-mail address and to a card', async () => {
    const trial = { trial_interval: 'days', trial_interval_count: 7 }
    const { monthly, yearly } = await twoPlans(trial)
    const email = anEmail()
    const number = '5555555555554444'
    const { body: first } = await buy({ email }, monthly, { number })
    await service.send('POST', `/subscriptions/cancel/${first.subscription.id}`)

    const { body: sameBuyer } = await (
      await aShopper(service, { customer: { id: first.customer.id }, plan: { id: yearly.id } })
    ).look()
    const { body: sameEmail } = await (await aShopper(service, { customer: { email }, plan: { id: yearly.id } })).look()
    const { body: sameCard } = await buy({ email: anEmail() }, yearly, { number })

    expect(first).toMatchObject({ amount: 0 })
    expect([sameBuyer, sameEmail].map(({ quote }) => quote.due_now.amount)).toEqual([999, 999])
    expect(sameCard.error).toMatchObject({ code: 'amount_changed' })
  })

  test('count a trial for the group that its plan had when it began', async () => {
    const trial = { trial_interval: 'days', trial_interval_count: 7 }
    const { monthly, yearly } = await twoPlans(trial)
    const { body: first } = await buy({ external_id: anEmail() }, monthly)
    await service.send('POST', `/subscriptions/cancel/${first.subscription.id}`)
    await setGroup(monthly.id, null)

    const { body } = await (
      await aShopper(service, { customer: { id: first.customer.id }, plan: { id: yearly.id } })
    ).look()

    expect(body.quote.due_now.amount).toBe(999)
  })

  test('have one unfinished purchase at a time', async () => {
    const { monthly, yearly } = await twoPlans()
    const customer = { external_id: anEmail() }
    const challenged = await buy(customer, monthly, { number: '4000000000003220' })

    const second = await buy(customer, yearly)

    expect(challenged.body).toMatchObject({ payment_status: 'PENDING' })
    expect(second.body.error).toMatchObject({ code: 'payment_in_progress' })
  })

  test('do not change existing subscriptions or their renewals', async () => {
    const plan = await createPlan(service)
    const { body: first } = await buy({ external_id: anEmail() }, plan, { exp_year: 2090 })
    await setGroup(plan.id, `renewed ${++groups}`)

    await moveClock(service, first.subscription.next_billing_date)

    expect((await service.send('GET', `/subscriptions/${first.subscription.id}`)).body).toMatchObject({
      status: 'active',
    })
  })

  test('drop a scheduled change with an event and an email if its customer has another plan of the group by then', async () => {
    const { monthly, yearly } = await twoPlans()
    const own = await createPlan(service, aMonthlyPlan({ name: 'Own' }))
    const { body: first } = await buy({ external_id: anEmail() }, own, { exp_year: 2090 })
    const { id } = first.subscription
    await service.send('PATCH', '/subscriptions', {
      body: { subscription: { id, proration_billing_mode: 'at_period_end' }, plan: { id: yearly.id } },
    })
    await buy({ id: first.customer.id }, monthly, { exp_year: 2090 })

    // The late notice of the yearly charge postpones the charge by a week.
    await moveClock(service, 'P1M')
    await moveClock(service, 'P8D')

    const { body: renewed } = await service.send('GET', `/subscriptions/${id}`)
    const { body: events } = await service.send('GET', '/events?type=subscription.change_refused')
    expect(renewed).toMatchObject({ status: 'active', plan: { id: own.id }, scheduled_change: null })
    expect(events.data).toMatchObject([{ data: { object: { id } } }])
    const { body: emails } = await service.send('GET', `/emails?subscription_id=${id}&kind=change_scheduled&order=asc`)
    expect(emails.data.map(({ facts }: { facts: { dropped?: string } }) => facts.dropped)).toEqual([
      undefined,
      'refused',
    ])
  })
})
