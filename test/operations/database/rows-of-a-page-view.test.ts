import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type CheckoutRows, loadCheckoutRows } from '#server/store/entities/checkout-rows.ts'
import { acrossOrganizations } from '#server/store/across-organizations.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

describeEachDatabase('the rows of a page view', (open) => {
  const service = useService(() => open())

  const rowsOf = async (sessionId: string): Promise<CheckoutRows> =>
    (await loadCheckoutRows(service.database.db, sessionId, 10))!

  /** A row as stored, without the columns that only searches use. */
  const stored = async (table: 'clientSessions' | 'customers' | 'plans' | 'subscriptions', id: string) => {
    const {
      foldedEmail: _,
      foldedText: __,
      ...row
    } = (await acrossOrganizations(service.database.db, 'operator')
      .selectFrom(table)
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()) as Record<string, unknown>
    return row
  }

  const aSubscriber = async (planId: string) => {
    const customer = {
      external_id: crypto.randomUUID(),
      email: `${crypto.randomUUID()}@example.com`,
      full_name: 'Mina',
    }
    const shopper = await aShopper(service, { customer, plan: { id: planId } })
    const { body } = await shopper.pay()
    return { shopper, payment: body, customer }
  }

  test('equal those of their tables, whatever the columns contain', async () => {
    const [plan, other] = [await createPlan(service), await createPlan(service, aMonthlyPlan({ name: 'Größe "9"\\' }))]
    const { payment } = await aSubscriber(plan.id)
    const { customer, subscription } = payment
    await sql`update subscriptions set deferred_until = '2031-02-03 04:05:06.7Z', lease_until = now(), gives_up_at = now(),
      past_due_since = now(), status = 'past_due', noticed_period_end = now(), trial_ends_at = now(), deferred_reason = 'waits',
      credit_entries = '[]', paid_tax = null, metadata = '{"at": "2030-01-01 00:00:00+00", "null": null}'
      where id = ${subscription.id}`.execute(service.database.db)
    await sql`update customers set address = '{"city": "Köln", "country": "DE", "line1": null, "line2": null, "postal_code": null, "state": null}',
      tax_address = '{"country": "DE", "state": null, "postal_code": "50667"}', phone = '2030-01-01 00:00:00+00' where id = ${customer.id}`.execute(
      service.database.db,
    )
    await sql`update plans set archived_at = '0999-12-31 23:59:59.9994Z' where id = ${other.id}`.execute(
      service.database.db,
    )
    const change = await aShopper(service, { subscription: { id: subscription.id } })
    await sql`update client_sessions set members = jsonb_set(members, '{plan}', ${JSON.stringify({ id: other.id })}::jsonb)
      where id = ${change.sessionId}`.execute(service.database.db)

    const rows = await rowsOf(change.sessionId)

    expect(rows.session).toEqual(await stored('clientSessions', change.sessionId))
    expect(rows.customer).toEqual(await stored('customers', customer.id))
    expect(rows.plan).toEqual(await stored('plans', other.id))
    expect(rows.subscription).toEqual(await stored('subscriptions', subscription.id))
    expect(rows.currentPlan).toEqual({ id: plan.id, name: plan.name })
    const { id, type, details } = payment.payment_method
    expect([rows.methodCharged, rows.methods]).toEqual([{ id, type, details }, [{ id, type, details }]])
    expect([rows.otherLive, rows.payments]).toEqual([[], []])
  })

  test('are none if a session leads to no customer', async () => {
    const plan = await createPlan(service)
    const { sessionId } = await aShopper(service, { customer: { email: 'new@example.com' }, plan: { id: plan.id } })

    const { session, organization, plan: sold, now: _, ...rest } = await rowsOf(sessionId)

    expect([session.id, organization.id, sold?.id]).toEqual([sessionId, service.organizationId, plan.id])
    expect(rest).toEqual({
      customer: undefined,
      credit: [],
      methods: [],
      subscription: undefined,
      currentPlan: undefined,
      methodCharged: undefined,
      otherLive: [],
      payments: [],
    })
    expect(await loadCheckoutRows(service.database.db, 'nobody', 10)).toBeUndefined()
  })

  test('have the latest payments and methods first, and a live subscription to the plan', async () => {
    const plan = await createPlan(service)
    const { shopper, payment, customer } = await aSubscriber(plan.id)
    const { customer: buyer, payment_method: first } = payment
    await sql`insert into payment_methods select (jsonb_populate_record(m, jsonb_build_object('id', 'pm_' || n,
        'created_at', m.created_at + n * interval '1 minute', 'detached_at', case when n = 3 then m.created_at end,
        'details', m.details || jsonb_build_object('last4', n::text)))).* from payment_methods m, generate_series(1, 25) n
      where m.id = ${first.id}`.execute(service.database.db)
    const again = await aShopper(service, { customer: { external_id: customer.external_id }, plan: { id: plan.id } })

    const rows = await rowsOf(again.sessionId)

    expect(rows.customer?.id).toBe(buyer.id)
    expect(rows.methods.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, place) => `pm_${25 - place}`))
    const { id, status } = payment.subscription
    expect(rows.otherLive).toEqual([
      { id, planId: plan.id, planName: plan.name, status, priceCurrency: 'EUR', countryOfSale: 'ZZ' },
    ])
    expect((await rowsOf(shopper.sessionId)).payments).toEqual([
      { id: payment.id, purpose: 'subscribe', paymentStatus: payment.payment_status },
    ])
  })

  test('have the time of the billing clock, also while it is frozen', async () => {
    const plan = await createPlan(service)
    const { sessionId } = await aShopper(service, { plan: { id: plan.id } })
    const clock = async () => {
      const told = sql<{ now: string }>`select billing_now() as now`.execute(service.database.db)
      return (await told).rows[0]!.now
    }

    await sql`update clock set offset_millis = 86400000::bigint * 40`.execute(service.database.db)
    const [before, seen, after] = [await clock(), (await rowsOf(sessionId)).now, await clock()]
    expect([before <= seen, seen <= after]).toEqual([true, true])
    await sql`update clock set frozen_at = '2030-01-02 03:04:05.678Z'`.execute(service.database.db)
    expect((await rowsOf(sessionId)).now).toBe(await clock())
  })
})
