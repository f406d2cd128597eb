import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { StoredEmail } from '#server/emails/stored-mailer.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import type { RunningService } from '../../support/services/running-service.ts'
import { useService } from '../../support/services/use-service.ts'
import { aBuyer, aBuyerIn, aMonthlyPlan, createPlan } from '../../support/stories/shopper.ts'
import {
  aScriptedProcessor,
  aSubscriber,
  moveClock,
  endAllSubscriptions,
  type ScriptedProcessor,
} from '../../support/stories/subscriber.ts'

const settings = { emails: 'send', display_name: 'Folio', support_email: 'help@folio.example' }

describeEachDatabase('emails', (open) => {
  let processor: ScriptedProcessor
  const service = useService(open, (database) => {
    processor = aScriptedProcessor(database)
    return { processor, settings }
  })
  const emailsOf = async (subscription: { readonly id: string }) =>
    (await service.send('GET', `/emails?subscription_id=${subscription.id}&order=asc`)).body.data

  const storedOf = async (subscription: { readonly id: string }): Promise<StoredEmail[]> => {
    const ids = (await emailsOf(subscription)).map(({ id }: { id: string }) => id)
    const rows = await service.database.db.selectFrom('storedEmails').selectAll().where('id', 'in', ids).execute()
    return rows.map(({ message }) => message as StoredEmail)
  }

  test('each event in the life of a subscription sends its email once and in order', async () => {
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    await moveClock(service, 'P1M')
    processor.script.push('decline')
    await moveClock(service, 'P1M')
    await moveClock(service, 'P3D')
    await service.send('POST', `/subscriptions/schedule-cancel/${subscriber.id}`)
    await moveClock(service, 'PT1M')

    expect(await emailsOf(subscriber)).toMatchObject([
      { kind: 'order_confirmation', status: 'sent', tries: 1 },
      { kind: 'receipt', status: 'sent', facts: { amount: 999, currency: 'EUR' } },
      { kind: 'payment_failed', status: 'sent', facts: { amount: 999, decline_code: 'insufficient_funds' } },
      { kind: 'receipt', status: 'sent' },
      { kind: 'cancellation', status: 'sent' },
    ])
  })

  test('an end by the merchant sends no confirmation of a cancellation', async () => {
    const [customers, merchants] = [
      await aSubscriber(service, aMonthlyPlan()),
      await aSubscriber(service, aMonthlyPlan()),
    ]
    const { body: portal } = await service.send('POST', '/portal-session', {
      body: { customer: { id: customers.customerId } },
    })
    await service.send('POST', `/subscriptions/schedule-cancel/${customers.id}`, { key: portal.client_token })
    await service.send('POST', `/subscriptions/cancel/${merchants.id}`)
    await moveClock(service, 'PT1M')
    const received = 'Your cancellation was received on'
    const texts = async (subscription: { readonly id: string }) =>
      (await storedOf(subscription)).map(({ text }) => text).join()

    expect(await texts(customers)).toContain(received)
    expect(await texts(merchants)).toContain('Your subscription ended on')
    expect(await texts(merchants)).not.toContain(received)
    expect((await emailsOf(merchants)).at(-1)).toMatchObject({ kind: 'cancellation', facts: { ended_by: 'merchant' } })
  })

  test('a scheduled change is confirmed, unless it is taken back at once, and the notice states its price', async () => {
    const trial = { trial_interval: 'days', trial_interval_count: 30 }
    const [kept, undone] = [
      await aSubscriber(service, aMonthlyPlan(trial)),
      await aSubscriber(service, aMonthlyPlan(trial)),
    ]
    const cheap = await createPlan(
      service,
      aMonthlyPlan({ price: { default: { amount: 500, currency: 'EUR' }, countries: [] } }),
    )
    const patch = (body: object) => service.send('PATCH', '/subscriptions', { body })
    for (const { id } of [kept, undone])
      await patch({ subscription: { id, proration_billing_mode: 'at_period_end' }, plan: { id: cheap.id } })
    await patch({ subscription: { id: undone.id, scheduled_change: null } })
    await moveClock(service, 'P31D')

    expect(await emailsOf(kept)).toMatchObject([
      { kind: 'order_confirmation', status: 'sent' },
      { kind: 'change_scheduled', status: 'sent', facts: { plan_id: cheap.id, plan_after: cheap.name } },
      { kind: 'trial_ending', status: 'sent', facts: { amount: 500, plan_id: cheap.id } },
      ...((await emailsOf(kept)).length === 5
        ? [{ kind: 'trial_ending', status: 'sent', facts: { amount: 500 } }]
        : []),
      { kind: 'receipt', status: 'sent', facts: { amount: 500 } },
    ])
    expect(await emailsOf(undone)).toContainEqual(
      expect.objectContaining({ kind: 'change_scheduled', status: 'suppressed', reason: 'not_needed' }),
    )
    expect(await emailsOf(undone)).toContainEqual(
      expect.objectContaining({
        kind: 'change_scheduled',
        status: 'sent',
        facts: expect.objectContaining({ dropped: 'taken_back', plan_after: cheap.name }),
      }),
    )
    await endAllSubscriptions(service)
  })

  test('emails state the quantity, its unit, and its change', async () => {
    const seats = await createPlan(
      service,
      aMonthlyPlan({
        name: 'Seats',
        price: { default: { amount: 1000, currency: 'EUR' }, countries: [] },
        quantity: { min: 1, max: 9 },
      }),
    )
    const shopper = await aBuyer(service, seats.id, { plan: { id: seats.id, quantity: 3 } })
    const { subscription } = (await shopper.pay({ exp_year: 2090 })).body
    const change = (quantity: number, mode?: string) =>
      service.send('PATCH', '/subscriptions', {
        body: {
          subscription: { id: subscription.id, ...(mode && { proration_billing_mode: mode }) },
          plan: { id: seats.id, quantity },
        },
      })
    await change(5)
    await change(2, 'at_period_end')
    await change(4, 'at_period_end')
    await moveClock(service, 'PT1M')
    await moveClock(service, 'P1M')
    const [order, ...later] = (await storedOf(subscription)).map(({ text }) => text)

    expect(order).toContain('Seats · 3 × €10.00')
    expect(await emailsOf(subscription)).toMatchObject([
      { kind: 'order_confirmation', status: 'sent' },
      { kind: 'plan_changed', status: 'sent', facts: { plan_before: '3 × Seats', plan_after: '5 × Seats' } },
      { kind: 'change_scheduled', status: 'suppressed', reason: 'not_needed' },
      { kind: 'change_scheduled', status: 'sent', facts: { plan_before: '5 × Seats', plan_after: '4 × Seats' } },
      { kind: 'receipt', status: 'sent', facts: { amount: 4000 } },
    ])
    expect(later.join()).toContain('Seats · 4 × €10.00')
    await endAllSubscriptions(service)
  })

  test('findEmails finds emails by customer, kind and status', async () => {
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    const find = async (query: string) => (await service.send('GET', `/emails?${query}`)).body.meta.total
    const ofCustomer = `customer_id=${subscriber.customerId}`

    expect(await find(`${ofCustomer}&status=queued`)).toBe(1)
    await moveClock(service, 'PT1M')
    expect(await find(`${ofCustomer}&status=queued`)).toBe(0)
    expect(await find(`${ofCustomer}&kind=order_confirmation&status_in=sent,failed`)).toBe(1)
    expect(await find(`${ofCustomer}&kind=receipt`)).toBe(0)
  })

  test('resendEmail sends a copy with the same facts to the same address, or to the current one', async () => {
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    await moveClock(service, 'PT1M')
    const [original] = await emailsOf(subscriber)
    await service.send('PATCH', `/customers/${subscriber.customerId}`, { body: { email: 'new@example.com' } })
    const resend = async (body: object) =>
      (await service.send('POST', `/emails/${original.id}/resend`, { body })).body.id as string

    const same = await resend({})
    const current = await resend({ to: 'current' })
    await moveClock(service, 'PT1M')

    const emails = await emailsOf(subscriber)
    const copy = (id: string) => emails.find((email: { id: string }) => email.id === id)
    expect(copy(same)).toMatchObject({ to: original.to, status: 'sent', kind: original.kind })
    expect(copy(current)).toMatchObject({ to: 'new@example.com', status: 'sent' })
    expect(copy(same).message_id).not.toBe(original.message_id)
    const key = await service.addKey(service.organizationId, { emails: 'write' })
    const refused = await service.send('POST', `/emails/${original.id}/resend`, { body: { to: 'current' }, key })
    expect(refused.body.error.code).toBe('insufficient_permission')
  })

  test('every amount in an email is an amount in the books', async () => {
    const subscriber = await aSubscriber(service, aMonthlyPlan({ trial_interval: 'days', trial_interval_count: 14 }))
    await moveClock(service, 'P2M')
    const [, paid] = await subscriber.payments()
    await service.send('POST', `/payments/refund/${paid.id}`, { body: { amount: 123 } })
    await moveClock(service, 'PT1M')

    const books = new Set(['€0.00', '€9.99', '€1.23'])
    const stored = await storedOf(subscriber)
    expect(stored.map(({ subject }) => subject)).toContain('Your refund from Folio')
    for (const { text } of stored) for (const sum of text.match(/€[\d.,]+\d/g) ?? []) expect(books).toContain(sum)
  })

  test('an order confirmation to a customer of unknown country explains the withdrawal, as the page did', async () => {
    const plan = await createPlan(service, aMonthlyPlan())
    const { body: payment } = await (await aBuyer(service, plan.id)).pay()
    await moveClock(service, 'PT1M')

    const [confirmation] = await storedOf(payment.subscription)

    expect(confirmation!.text).toContain('/withdraw?contract=')
    expect(confirmation!.text).toContain('Open account: ')
  })

  test.each([
    ['DE', true],
    ['US', false],
  ])('an order confirmation to a customer in %s explains the withdrawal: %s', async (country, isSaid) => {
    const plan = await createPlan(service, aMonthlyPlan())
    const { body: payment } = await (await aBuyerIn(service, country, plan.id)).pay()
    await moveClock(service, 'PT1M')

    const [confirmation] = await storedOf(payment.subscription)

    expect(confirmation!.text.includes('withdraw')).toBe(isSaid)
  })

  test('the email about a plan change by the merchant states what was charged or credited', async () => {
    const priced = async (amount: number) =>
      createPlan(service, aMonthlyPlan({ price: { default: { amount, currency: 'EUR' }, countries: [] } }))
    const [cheap, dear] = [await priced(500), await priced(2999)]
    type Subscriber = Awaited<ReturnType<typeof aSubscriber>>
    const change = async (send: (subscriber: Subscriber) => ReturnType<typeof service.send>) => {
      const subscriber = await aSubscriber(service, aMonthlyPlan())
      expect(await send(subscriber)).toMatchObject({ status: 200 })
      await moveClock(service, 'PT1M')
      const [, payment] = await subscriber.payments()
      const { text } = (await storedOf(subscriber)).find(({ subject }) => subject === 'Your plan has changed')!
      return { payment, text, balance: (await subscriber.subscription()).balance.amount }
    }
    const chargingFor =
      (plan: { id: string }) =>
      ({ id, customerId }: Subscriber) =>
        service.send('POST', '/payments', {
          body: { customer: { id: customerId }, subscription: { id }, plan: { id: plan.id } },
        })

    const patched = await change(({ id }) =>
      service.send('PATCH', '/subscriptions', { body: { subscription: { id }, plan: { id: dear.id } } }),
    )
    const raised = await change(chargingFor(dear))
    const lowered = await change(chargingFor(cheap))

    const euros = (minor: number) => `€${(minor / 100).toFixed(2)}`
    expect([patched.payment, patched.text]).toEqual([undefined, expect.stringContaining('Paid: €0.00')])
    expect([raised.payment.amount > 0, raised.text]).toEqual([
      true,
      expect.stringContaining(`Paid: ${euros(raised.payment.amount)}`),
    ])
    expect([lowered.balance > 0, lowered.text]).toEqual([true, expect.stringContaining(euros(lowered.balance))])
  })

  test('the bank statement of the first charge after a trial ends in TRIAL END', async () => {
    await endAllSubscriptions(service)
    const subscriber = await aSubscriber(service, aMonthlyPlan({ trial_interval: 'days', trial_interval_count: 14 }))
    processor.script.push('decline')
    await moveClock(service, 'P14D')
    await moveClock(service, 'P2D')
    await moveClock(service, 'P1M')

    const descriptors = (await subscriber.payments()).map(
      (payment: { statement_descriptor: string }) => payment.statement_descriptor,
    )
    expect(descriptors).toEqual(['FOLIO', 'FOLIO TRIAL END', 'FOLIO TRIAL END', 'FOLIO'])
  })

  test('an organization that has not switched emails on sends none', async () => {
    const { organizationId, key } = await service.addOrganization('Silent')
    const silent = {
      ...service,
      send: (method, path, sent) => service.send(method, path, { key, ...sent }),
    } as RunningService
    await aSubscriber(silent, aMonthlyPlan({ trial_interval: 'days', trial_interval_count: 14 }))
    await moveClock(service, 'P2M')

    const { rows } = await sql<{ count: number }>`select count(*)::int as count from emails
      where organization_id = ${organizationId}`.execute(service.database.db)
    expect(rows[0]?.count).toBe(0)
  })
})
