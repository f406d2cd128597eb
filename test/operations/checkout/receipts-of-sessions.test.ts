import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import type { Answer } from '../../support/services/running-service.ts'
import { monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { aMonthlyPlan, aReceipt, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('receipts of completed sessions', (open) => {
  const service = useService(open)

  /** Moves the completion of a session back by this many hours of wall-clock time. */
  const daysAgo = (sessionId: string, hours: number) =>
    service.database.db
      .updateTable('clientSessions')
      .set({ completedWall: sql`now() - ${hours} * interval '1 hour'` })
      .where('id', '=', sessionId)
      .execute()

  test('a paid checkout that is loaded again within a day shows the whole receipt, and no stored cards', async () => {
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    const plan = await createPlan(service, aMonthlyPlan({ name: 'Library' }))
    const shopper = await aShopper(service, { customer: { id: subscriber.customerId }, plan: { id: plan.id } })
    const { body: before } = await shopper.look()
    await shopper.pay()

    await daysAgo(shopper.sessionId, 23)
    const { body: after } = await shopper.look()

    expect(before.payment_methods).toHaveLength(1)
    expect(after).toMatchObject({
      phase: 'completed',
      purpose: 'subscribe',
      client_token: null,
      payment: { amount: 999, payment_method: { details: { last4: '4242' } } },
      quote: { lines: [{ kind: 'plan', label: 'Library', amount: 999 }], hash: before.quote.hash },
      quote_display: {
        due_now: { formatted_amount: before.quote_display.due_now.formatted_amount },
        next_charge: before.quote_display.next_charge,
      },
      payment_methods: [],
    })
  })

  test('a paid checkout that is loaded after a day shows only that it is completed', async () => {
    const { body: plan } = { body: await createPlan(service) }
    const shopper = await aShopper(service, { customer: { email: 'once@example.com' }, plan: { id: plan.id } })
    await shopper.pay()

    await daysAgo(shopper.sessionId, 25)
    const { status, body } = await shopper.look()

    expect(status).toBe(200)
    expect(body).toMatchObject({
      phase: 'completed',
      purpose: null,
      client_token: null,
      payment: null,
      quote: null,
      quote_display: null,
      subscription: null,
      payment_methods: [],
      session: { id: shopper.sessionId, customer: null, plan: null, subscription: null, currency_details: null },
    })
    expect(JSON.stringify(body)).not.toMatch(/\b4242\b|sub_|pay_|price_|cus_/)
  })

  test('a page that is loaded again during the challenge shows what the shopper agreed to, and the card', async () => {
    const plan = await createPlan(service)
    const shopper = await aShopper(service, { customer: { email: 'asked@example.com' }, plan: { id: plan.id } })
    const { body: before } = await shopper.look()
    await shopper.pay({ number: '4000000000003220' })

    const { body: after } = await shopper.look()

    expect(after).toMatchObject({
      phase: 'processing',
      purpose: 'subscribe',
      payment: { payment_status: 'PENDING', payment_method: { details: { last4: '3220' } } },
      quote: { hash: before.quote.hash, due_now: before.quote.due_now },
      quote_display: before.quote_display,
    })
  })

  test('a page that is loaded again after a decline shows the declined payment and the price to pay', async () => {
    const plan = await createPlan(service)
    const shopper = await aShopper(service, { customer: { email: 'poor@example.com' }, plan: { id: plan.id } })
    const { body: declined } = await shopper.pay({ number: '4000000000009995' })

    const { body: after } = await shopper.look()

    expect(after).toMatchObject({ phase: 'open', payment: { id: declined.id, payment_status: 'DECLINED' } })
    expect(after.quote.due_now.amount).toBe(999)
  })

  const dueNowOf = (session: Answer['body']) => session.currency_details.plan.due_now.payment.amount

  const dueNowIn = async (shopper: { sessionId: string; look: () => Promise<Answer> }) => {
    const { body: found } = await service.send('GET', `/client-session/${shopper.sessionId}`)
    const { body: page } = await shopper.look()
    return [dueNowOf(found), dueNowOf(page.session), page.quote.due_now.amount]
  }

  test('a completed trial session shows 0 as due, to its merchant and on the page', async () => {
    const plan = await createPlan(service, aMonthlyPlan({ trial_interval: 'days', trial_interval_count: 14 }))
    const shopper = await aShopper(service, { customer: { email: 'tried@example.com' }, plan: { id: plan.id } })
    await shopper.pay()

    expect(await dueNowIn(shopper)).toEqual([0, 0, 0])
  })

  test('during the challenge of a plan change, the amount due stays the one to which the shopper agreed', async () => {
    const { id, customerId } = await aSubscriber(service, monthlyPlanAt(3000))
    const plan = await createPlan(service, monthlyPlanAt(99_000))
    const shopper = await aShopper(service, {
      customer: { id: customerId },
      plan: { id: plan.id },
      subscription: { id },
    })
    const { body: payment } = await shopper.pay({ number: '4000000000003220' })
    await sql`update subscriptions set period_cost_amount = 1000 where id = ${id}`.execute(service.database.db)

    expect(payment.payment_status).toBe('PENDING')
    expect(await dueNowIn(shopper)).toEqual([payment.amount, payment.amount, payment.amount])
  })

  const aFreeChange = async (purpose: 'resume' | 'change_plan') => {
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    const { id } = subscriber
    if (purpose === 'resume') {
      const body = { subscription: { id, status: 'scheduled_for_cancellation' } }
      await service.send('PATCH', '/subscriptions', { body })
    }
    const plan = await createPlan(service, aMonthlyPlan({ name: 'Library' }))
    const shopper = await aShopper(service, {
      customer: { id: subscriber.customerId },
      subscription: { id, ...(purpose === 'change_plan' && { proration_billing_mode: 'do_not_bill' }) },
      ...(purpose === 'change_plan' && { plan: { id: plan.id } }),
    })
    const { body: checkout } = await shopper.look()
    const asked =
      purpose === 'resume'
        ? { subscription: { id, status: 'active' } }
        : {
            subscription: { id },
            plan: { id: plan.id },
            expected: { ...checkout.quote.due_now, quote: checkout.quote.hash },
          }
    const change = (more: object): Promise<Answer> =>
      service.send('PATCH', '/subscriptions', { key: checkout.client_token, body: { ...asked, ...more } })
    return { subscriber, shopper, checkout, change }
  }

  test.each(['resume', 'change_plan'] as const)(
    'a free %s by the shopper needs a receipt, which is stored with it',
    async (purpose) => {
      const { subscriber, shopper, checkout, change } = await aFreeChange(purpose)
      const before = await subscriber.subscription()
      const consent = aReceipt(checkout)

      const without = await change({})
      const unknown = await change({ consent: { ...consent, version: 'tomorrow' } })
      const untouched = await subscriber.subscription()
      const changed = await change({ consent })
      const [kept] = await service.database.db
        .selectFrom('freeChanges')
        .selectAll()
        .where('sessionId', '=', shopper.sessionId)
        .execute()

      expect(without).toMatchObject({ status: 400, body: { error: { details: [{ path: 'body.consent' }] } } })
      expect(unknown).toMatchObject({ status: 400, body: { error: { details: [{ path: 'body.consent.version' }] } } })
      expect(untouched).toEqual(before)
      expect(changed.status).toBe(200)
      expect(kept).toMatchObject({
        subscriptionId: subscriber.id,
        purpose,
        consent: { ...consent, quote: checkout.quote.hash, received_at: expect.any(String) },
      })
      expect((await shopper.look()).body).toMatchObject({
        phase: 'completed',
        purpose,
        payment: null,
        quote: { due_now: { amount: 0 }, next_charge: checkout.quote.next_charge },
        quote_display: { next_charge: checkout.quote_display.next_charge },
      })
    },
  )

  test('a free change with an API key is refused if it sends a receipt, because no shopper has clicked', async () => {
    const { subscriber, checkout } = await aFreeChange('resume')

    const answer = await service.send('PATCH', '/subscriptions', {
      body: { subscription: { id: subscriber.id, status: 'active' }, consent: aReceipt(checkout) },
    })

    expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ path: 'body.consent' }] } } })
  })
})
