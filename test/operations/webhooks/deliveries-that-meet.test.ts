import { startOfMonthAfter } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { deleteExpiredJob } from '#server/jobs/retention-jobs.ts'
import type { Database } from '#server/store/database.ts'
import { loadWebhookEndpoints } from '#server/presenters/webhooks/present-webhook-endpoint.ts'
import { maintainEventMonths } from '#server/store/events/months/maintain-event-months.ts'
import { lastCommittedSequence } from '#server/store/events/last-committed-sequence.ts'
import { inOrganization } from '#server/store/in-organization.ts'
import { endpointAddresses } from '#server/webhooks/outgoing/address-guard.ts'
import { guardedAgent } from '#server/webhooks/outgoing/guarded-agent.ts'
import { readBatch } from '#server/webhooks/sending/read-batch.ts'
import { recordBatch } from '#server/webhooks/sending/record-batch.ts'
import { sendBatch } from '#server/webhooks/sending/send-batch.ts'
import { leaseDueEndpoints } from '#server/webhooks/sending/lease-due-endpoints.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { answerWithStatus } from '../../support/stories/webhook-receiver.ts'
import { makeCustomers, openWebhookShop } from '../../support/stories/webhook-shop.ts'

describeEachDatabase('deliveries of webhooks at the same time as other work', (open) => {
  const aShop = (asked: object = {}) => openWebhookShop(open, asked)

  test('a delivery that is requested while its last try is in flight is sent once more', async () => {
    const { service, receiver, later, deliveries } = await aShop()
    receiver.answer = answerWithStatus(500)
    await makeCustomers(service)
    await later()
    const [delivery] = await deliveries()
    await sql`update webhook_deliveries set tries = 9`.execute(service.database.db)
    receiver.answer = (_, response) => {
      void service
        .send('POST', `/webhook-deliveries/${delivery.id}/redeliver`)
        .then(({ status }) => response.writeHead(status === 200 ? 500 : 410).end())
    }
    await later(10)
    expect(await deliveries()).toMatchObject([{ status: 'pending', attempts: [{}, { response_status: 500 }] }])

    receiver.answer = answerWithStatus(200)
    await later()

    expect(receiver.received).toHaveLength(3)
    expect(await deliveries()).toMatchObject([{ status: 'delivered', attempts: [{}, {}, { response_status: 200 }] }])
  })

  test('an event of a type that is added while a batch is read is still delivered', async () => {
    const { service, receiver, later, change } = await aShop({ event_types: ['customer.updated'] })
    const { billing, database } = service
    await makeCustomers(service)
    const [endpoint] = await leaseDueEndpoints(billing, 1)
    await change({ event_types: ['*'] })
    const [id] = await makeCustomers(service)
    const db = inOrganization(database.db, endpoint!.organizationId)
    const until = await lastCommittedSequence(db)
    const batch = await readBatch(db, endpoint!, { until, wall: billing.wallClock() })
    const agent = guardedAgent(endpointAddresses(billing))
    await recordBatch(billing, endpoint!, batch, await sendBatch(billing, { agent }, endpoint!, batch.messages))

    await later()

    expect(receiver.received.map(({ event }) => event.data.object.id)).toContain(id)
  })

  test('a pending delivery is kept for longer than a month, and a delivered one is deleted', async () => {
    const { service, receiver, later, deliveries, change } = await aShop()
    await makeCustomers(service)
    await later()
    receiver.answer = answerWithStatus(500)
    const [id] = await makeCustomers(service)
    await later()
    await change({ enabled: false })
    await sql`update webhook_deliveries set recorded_at = now() - interval '31 days'`.execute(service.database.db)

    await deleteExpiredJob(service.billing).run()

    expect(await deliveries()).toMatchObject([{ status: 'pending' }])
    receiver.answer = answerWithStatus(200)
    await change({ enabled: true, resume_from: 'where_it_stopped' })
    await later()
    expect(receiver.received.at(-1)!.event.data.object.id).toBe(id)
  })

  test('events that are no longer stored do not prevent the probe of an endpoint', async () => {
    const { service, receiver, later, deliveries } = await aShop()
    const { db } = service.database
    receiver.answer = answerWithStatus(500)
    await makeCustomers(service, 5)
    await later()
    await sql`delete from events`.execute(db)
    await sql`update webhook_deliveries set due_at = due_at + interval '12 hours'`.execute(db)

    await later(400)
    for (let others = 0; others < 4; others++) await later()

    expect(await deliveries('&status=pending')).toEqual([])
    expect(await deliveries('&status=failed')).toHaveLength(5)
  })

  test('months whose events an endpoint has received are not searched again', async () => {
    const { service, later } = await aShop()
    const { db } = service.database
    const now = new Date().toISOString()
    await maintainEventMonths(db, { keptMonths: null }, now)
    await makeCustomers(service)
    await later()
    const places = db.selectFrom('webhookEndpoints').select('positionFrom')
    expect(await places.execute()).toEqual([{ positionFrom: expect.stringMatching(/-01T00:00:00.000Z$/) }])

    /**
     * Counts this connection's scans of the first partition that PostgreSQL has not yet added to the shared statistics, including those of
     * earlier transactions.
     */
    const looksOf = async (transaction: Database): Promise<number> => {
      const { rows } = await sql<{ looks: number }>`select (seq_scan + idx_scan)::int as looks
        from pg_stat_xact_user_tables where relname = 'events_first'`.execute(transaction)
      return rows[0]!.looks
    }
    /** Looks for deliveries to send, and counts how often that scanned the first partition. */
    const countLooks = () =>
      db.transaction().execute(async (transaction) => {
        const before = await looksOf(transaction)
        const [endpoint] = await leaseDueEndpoints({ ...service.billing, database: transaction }, 1)
        const own = inOrganization(transaction, endpoint!.organizationId)
        await readBatch(own, endpoint!, { until: Number.MAX_SAFE_INTEGER, wall: now })
        await loadWebhookEndpoints(own, [endpoint!.id])
        await sql`update webhook_endpoints set lease_until = null`.execute(transaction)
        return (await looksOf(transaction)) - before
      })
    await sql`insert into events (organization_id, id, type, object, who, what, created_at, recorded_at)
      select organization_id, 'evt_later', type, object, who, what, created_at, ${startOfMonthAfter(now, 3)} from events limit 1`.execute(
      db,
    )

    await db
      .updateTable('webhookEndpoints')
      .set({ positionFrom: startOfMonthAfter(now, -1) })
      .execute()
    expect(await countLooks()).toBeGreaterThan(0)
    await db
      .updateTable('webhookEndpoints')
      .set({ positionFrom: startOfMonthAfter(now, 3) })
      .execute()
    expect(await countLooks()).toBe(0)
  })

  test('a merchant with many slow endpoints does not delay other merchants’ deliveries', async () => {
    const { service } = await aShop()
    const { db } = service.database
    for (let others = 0; others < 3; others++)
      await service.send('POST', '/webhook-endpoints', { body: { url: 'https://slow.example/' } })
    await makeCustomers(service)
    await sql`insert into organizations values ('z', 'Zeno', '{}', now(), now())`.execute(db)
    await sql`insert into webhook_endpoints (organization_id, id, url, event_types, sealed_secret, position, position_from, created_at, updated_at)
      select 'z', id, url, event_types, sealed_secret, 0, position_from, created_at, updated_at from webhook_endpoints limit 2`.execute(
      db,
    )
    await sql`insert into events (organization_id, id, type, object, who, what, created_at)
      values ('z', 'evt_z', 'customer.created', '{}', 'system', 'test', now())`.execute(db)
    await sql`update webhook_endpoints set lease_until = lease_now() + interval '1 minute'
      where organization_id <> 'z' and id in (select id from webhook_endpoints where organization_id <> 'z' order by id desc limit 2)`.execute(
      db,
    )

    const taken = [...(await leaseDueEndpoints(service.billing, 1)), ...(await leaseDueEndpoints(service.billing, 1))]

    expect(taken.map(({ organizationId }) => organizationId)).toEqual(['z', 'z'])
  })
})
