import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eraseCustomer } from '#server/billing/erasure/erase-customer.ts'
import { runRetention } from '#server/jobs/retention-jobs.ts'
import { updateOrganization } from '#server/organization/organizations.ts'
import { sealAudit } from '#server/store/audit/seal-audit.ts'
import { verifyAudit } from '#server/store/audit/verify-audit.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { aBuyer, aMonthlyPlan, anEmail, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

const address = '203.0.113.9'

describeEachDatabase('data that organizations no longer keep', (open) => {
  const service = useService(open, { trustedProxies: ['loopback'] })
  const keep = (settings: object) =>
    updateOrganization(
      service.database.db,
      service.organizationId,
      { settings: { retention: settings } },
      '2040-01-01T00:00:00.000Z',
    )
  const age = (table: string, id: string, days: number) =>
    sql`update ${sql.table(table)} set created_at = created_at - make_interval(days => ${days}),
      updated_at = updated_at - make_interval(days => ${days}) where id = ${id}`.execute(service.database.db)
  const sealAll = async () => {
    while ((await sealAudit(service.database.db, service.billing.auditKey)) !== undefined);
  }
  const owe = (id: string, paymentId: string) =>
    sql`insert into obligations (organization_id, id, payment_id, kind, amount, currency_code, transaction_id, is_counted,
        reason, due_at, created_at, updated_at)
      values (${service.organizationId}, ${id}, ${paymentId}, 'refund', 1, 'EUR', 't', false, 'test', now(), now(), now())`.execute(
      service.database.db,
    )
  const isThere = async (table: string, id: string) =>
    (await sql`select from ${sql.table(table)} where id = ${id}`.execute(service.database.db)).rows.length > 0

  test('sessions that were never paid are deleted from the oldest on; paid and open sessions stay', async () => {
    const plan = await createPlan(service)
    const [old, young, paid, lasting] = [
      await aBuyer(service, plan.id),
      await aBuyer(service, plan.id),
      await aBuyer(service, plan.id),
      await aBuyer(service, plan.id),
    ]
    await paid.pay()
    for (const { sessionId } of [old, paid, lasting]) await age('client_sessions', sessionId, 100)
    await age('client_sessions', young.sessionId, 80)
    await sql`update client_sessions set expires_at = expires_at - interval '90 days'
      where id <> ${lasting.sessionId} and completed_at is null`.execute(service.database.db)

    await runRetention(service.billing)

    expect(
      await Promise.all([old, young, paid, lasting].map(({ sessionId }) => isThere('client_sessions', sessionId))),
    ).toEqual([false, true, true, true])
    await keep({ sessions_days: 60 })
    await runRetention(service.billing)
    expect(await isThere('client_sessions', young.sessionId)).toBe(false)
  })

  test('a deleted session takes its shopper’s text out of the audit log, and the chain still verifies', async () => {
    const { db } = service.database
    const plan = await createPlan(service)
    const [email, place] = [anEmail(), 'Zwetschgenau']
    const aSession = async () => {
      const shopper = await aShopper(service, { customer: { email }, plan: { id: plan.id } })
      await service.send('PATCH', `/client-session/${shopper.sessionId}`, {
        body: { customer: { full_name: 'Ada Zwetschge', address: { country: 'DE', city: place } } },
        headers: { 'X-Forwarded-For': address },
      })
      return shopper.sessionId
    }
    const [gone, open] = [await aSession(), await aSession()]
    await sealAll()
    await age('client_sessions', gone, 100)
    await sql`update client_sessions set expires_at = created_at where id = ${gone}`.execute(db)
    const entriesOf = async (id: string) =>
      (
        await sql<{ what: string; entry: string; isSalted: boolean }>`
          select what, audit_entries::text as entry, salt is not null as is_salted from audit_entries
          where object_id = ${id} order by created_at, id`.execute(db)
      ).rows
    const before = await entriesOf(gone)
    expect(before.map(({ what }) => what)).toEqual(['createClientSession', 'updateClientSession'])

    await sql`delete from retention_progress`.execute(db)
    await runRetention(service.billing)

    const after = await entriesOf(gone)
    expect(after.map(({ what }) => what)).toEqual(before.map(({ what }) => what))
    expect(after.map(({ isSalted }) => isSalted)).toEqual([false, false])
    const told = after.map(({ entry }) => entry).join()
    expect([email, 'Zwetschge', place, address].filter((word) => told.includes(word))).toEqual([])
    expect((await entriesOf(open)).map(({ isSalted }) => isSalted)).toEqual([true, true])
    expect((await verifyAudit(db, service.billing.auditKey)).findings).toEqual([])
  })

  test('old declarations without a contract are deleted, and the others stay', async () => {
    const { id: plan } = await createPlan(service, aMonthlyPlan())
    const email = anEmail()
    const shopper = await aShopper(service, { customer: { email }, plan: { id: plan } })
    await shopper.pay()
    const declare = async (address: string): Promise<string> =>
      (await service.send('POST', '/declarations', { body: { kind: 'cancel', email: address } })).body.id
    const [concerns, concernsNone, young] = [await declare(email), await declare(anEmail()), await declare(anEmail())]
    await sql`update declarations set created_at = created_at - interval '401 days' where id <> ${young}`.execute(
      service.database.db,
    )

    await runRetention(service.billing)

    expect(await Promise.all([concerns, concernsNone, young].map((id) => isThere('declarations', id)))).toEqual([
      true,
      false,
      true,
    ])
  })

  test('attempts lose the payer’s name and address once the payment has no unfinished business', async () => {
    const plan = await createPlan(service, aOneOffPlan())
    const buy = async (email: string) => {
      const shopper = await aShopper(service, { customer: { email }, plan: { id: plan.id } })
      return (await shopper.pay({}, {}, { 'X-Forwarded-For': address })).body.id as string
    }
    const [settled, settling] = [await buy('settled@example.com'), await buy('settling@example.com')]
    await service.send('POST', '/sandbox/clock', { body: { advance: 'P10D' } })
    for (const id of [settled, settling]) await age('payments', id, 500)
    await sql`update payments set payment_status = 'SETTLED' where id = ${settled} and payment_status = 'SETTLING'`.execute(
      service.database.db,
    )
    await owe('obl_open', settling)
    const callsOf = async (id: string) => {
      const { rows } = await sql<{ calls: string }>`
        select string_agg(request::text, '') as calls from attempts where payment_id = ${id}`.execute(
        service.database.db,
      )
      return rows[0]!.calls
    }
    expect(await callsOf(settled)).toContain(address)

    await runRetention(service.billing)

    expect(await callsOf(settled)).not.toContain(address)
    expect(await callsOf(settling)).toContain(address)
    await sql`update obligations set state = 'closed', closed_reason = 'test' where id = 'obl_open'`.execute(
      service.database.db,
    )
    await runRetention(service.billing)
    expect(await callsOf(settling)).not.toContain(address)
  })

  test('a row that was too young or unfinished in one run is processed in a later run', async () => {
    const { db } = service.database
    const plan = await createPlan(service, aOneOffPlan())
    const buy = async () => {
      const shopper = await aShopper(service, { customer: { email: anEmail() }, plan: { id: plan.id } })
      return (await shopper.pay({}, {}, { 'X-Forwarded-For': address })).body.id as string
    }
    const [old, owed, afterIt, young] = [await buy(), await buy(), await buy(), await buy()]
    await service.send('POST', '/sandbox/clock', { body: { advance: 'P10D' } })
    await sql`update payments set payment_status = 'SETTLED' where id = any(${[old, owed, afterIt, young]})`.execute(db)
    for (const [id, days] of [
      [old, 500],
      [owed, 470],
      [afterIt, 430],
      [young, 380],
    ] as const)
      await age('payments', id, days)
    await owe('obl_late', owed)
    await sql`delete from retention_progress`.execute(db)
    const saying = async () => {
      const { rows } = await sql<{ id: string }>`select distinct payment_id as id from attempts
        where payment_id = any(${[old, owed, afterIt, young]}) and request::text like ${`%${address}%`}`.execute(db)
      return rows.map(({ id }) => id).toSorted()
    }

    await runRetention(service.billing)
    expect(await saying()).toEqual([owed, young].toSorted())
    await service.send('POST', '/sandbox/clock', { body: { advance: 'P30D' } })
    await runRetention(service.billing)
    expect(await saying()).toEqual([owed])
    await sql`update obligations set state = 'closed', closed_reason = 'test' where id = 'obl_late'`.execute(db)
    await runRetention(service.billing)
    expect(await saying()).toEqual([])
  })

  test('customers who never bought are erased only if that is set, and too few days are refused', async () => {
    const { body: lurker } = await service.send('POST', '/customers', { body: { email: 'lurker@example.com' } })
    const plan = await createPlan(service)
    const { body: payment } = await (await aBuyer(service, plan.id)).pay()
    for (const id of [lurker.id, payment.customer.id]) await age('customers', id, 200)
    const emails = async () => {
      const found = [lurker.id, payment.customer.id].map((id) => service.send('GET', `/customers/${id}`))
      return (await Promise.all(found)).map(({ body }) => body.email !== null)
    }

    await runRetention(service.billing)
    expect(await emails()).toEqual([true, true])
    await keep({ customers_days: 150 })
    await runRetention(service.billing)
    expect(await emails()).toEqual([false, true])

    for (const settings of [{ sessions_days: 5 }, { calls_days: 90 }, { deliveries_days: 1 }, { customers_days: 10 }])
      await expect(keep(settings)).rejects.toMatchObject({
        code: 'invalid_parameter',
        details: [{ message: expect.stringContaining('must be between') }],
      })
  })

  test('a customer who is in a checkout, or who buys after the job found them, is kept', async () => {
    const plan = await createPlan(service)
    const aCustomer = async () => (await service.send('POST', '/customers', { body: { email: anEmail() } })).body.id
    const [undecided, decided]: [string, string] = [await aCustomer(), await aCustomer()]
    for (const id of [undecided, decided]) await age('customers', id, 200)
    const { sessionId } = await aShopper(service, { customer: { id: undecided }, plan: { id: plan.id } })
    const { pay } = await aShopper(service, { customer: { id: decided }, plan: { id: plan.id } })
    await pay()
    const isKnown = async (id: string) => (await service.send('GET', `/customers/${id}`)).body.email !== null
    await keep({ customers_days: 150 })
    await sql`delete from retention_progress`.execute(service.database.db)

    await runRetention(service.billing)
    await sql`update subscriptions set status = 'cancelled' where customer_id = ${decided}`.execute(service.database.db)
    await sql`update payments set payment_status = 'SETTLED' where customer_id = ${decided}`.execute(
      service.database.db,
    )
    const { organizationId } = service
    const since = new Date().toISOString()
    for (const id of [undecided, decided])
      await eraseCustomer(service.billing, organizationId, { id, cancelsSubscriptions: false, ifAbandonedSince: since })

    expect([await isKnown(undecided), await isKnown(decided)]).toEqual([true, true])

    await sql`update client_sessions set expires_at = created_at where id = ${sessionId}`.execute(service.database.db)
    await runRetention(service.billing)

    expect([await isKnown(undecided), await isKnown(decided)]).toEqual([false, true])
  })

  test('a charge without the shopper loses the customer’s name and browser', async () => {
    const { db } = service.database
    const plan = await createPlan(service)
    const email = anEmail()
    const { pay } = await aShopper(service, { customer: { email, full_name: 'Ada Lindqvist' }, plan: { id: plan.id } })
    const { body: first } = await pay()
    await service.send('POST', '/sandbox/clock', { body: { advance: 'P32D' } })
    const { rows } = await sql<{ id: string }>`
      update payments set payment_status = 'SETTLED', created_at = created_at - interval '500 days'
      where customer_id = ${first.customer.id} and payment_type = 'MIT' returning id`.execute(db)
    const [renewal] = rows
    await sql`update attempts set request = jsonb_set(request, '{call,request,browser}', '{"language": "sv"}')
      where payment_id = ${renewal!.id} and kind = 'authorize'`.execute(db)
    const calls = async () => {
      const found = await sql<{ calls: string }>`
        select string_agg(request::text, '') as calls from attempts where payment_id = ${renewal!.id}`.execute(db)
      return found.rows[0]!.calls
    }
    const personal = [email, 'Ada Lindqvist', 'browser']
    const before = await calls()
    expect(personal.filter((word) => before.includes(word))).toEqual(personal)
    await sql`delete from retention_progress`.execute(db)

    await runRetention(service.billing)

    const after = await calls()
    expect(personal.filter((word) => after.includes(word))).toEqual([])
  })

  test('a billing address alone also counts as personal data', async () => {
    const { db } = service.database
    const plan = await createPlan(service, aOneOffPlan())
    const { pay } = await aShopper(service, { customer: { email: anEmail() }, plan: { id: plan.id } })
    const { body: payment } = await pay()
    await sql`update payments set payment_status = 'SETTLED', address_hash = null where id = ${payment.id}`.execute(db)
    await age('payments', payment.id, 500)
    const alone = {
      notes: { wallet: { id: 'pm_1', type: 'APPLE_PAY', billingAddress: { country: 'DE', city: 'Zwetschgenau' } } },
      call: { kind: 'authorize', request: { reference: 'r', billingAddress: { postalCode: '85276', line1: null } } },
    }
    const write = (request: object) =>
      sql`update attempts set request = ${JSON.stringify(request)}::jsonb where payment_id = ${payment.id}`.execute(db)
    const read = async () =>
      (await sql<{ request: object }>`select request from attempts where payment_id = ${payment.id}`.execute(db))
        .rows[0]!.request
    for (const request of [
      { ...alone, notes: {} },
      { ...alone, call: null },
    ]) {
      await write(request)
      await sql`delete from retention_progress`.execute(db)

      await runRetention(service.billing)

      expect(JSON.stringify(await read())).not.toMatch(/Zwetschgenau|85276/)
    }
  })
})

const aOneOffPlan = () => ({ ...aMonthlyPlan(), type: 'one-off', interval: undefined, interval_count: undefined })
