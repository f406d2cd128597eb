import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { examineWebhooks } from '#server/cli/doctor/examine-webhooks.ts'
import { readBacklog } from '#server/store/health/read-backlog.ts'
import { wakeSenderAfterCommits } from '#server/webhooks/sending/wake-sender-after-commits.ts'
import { createWebhookSender } from '#server/webhooks/sending/webhook-sender.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { answerWithStatus, startReceiver } from '../../support/stories/webhook-receiver.ts'
import { makeCustomers, openWebhookShop } from '../../support/stories/webhook-shop.ts'

describeEachDatabase('the sender of webhooks', (open) => {
  const aShop = (asked: object = {}) => openWebhookShop(open, asked)

  test('a stopping server does not wait for a receiver that hangs, and the interrupted deliveries are sent again', async () => {
    const { service, receiver, later, deliveries } = await aShop()
    const stopping = createWebhookSender(service.billing, { graceMillis: 50 })
    receiver.answer = (request, response) => {
      if (receiver.received.length === 2) answerWithStatus(200)(request, response)
    }
    const made = await makeCustomers(service, 3)
    await stopping.begin()
    await expect.poll(() => receiver.received.length).toBe(3)

    await stopping.close()
    await stopping.begin()

    expect(receiver.received).toHaveLength(3)
    receiver.answer = answerWithStatus(200)
    await later()
    expect(new Set(receiver.received.slice(3).map(({ event }) => event.data.object.id)).size).toBe(2)
    const all = await deliveries()
    expect(
      all.map(({ status, attempts }: { status: string; attempts: object[] }) => [status, attempts.length]),
    ).toEqual(made.map(() => ['delivered', 1]))
  })

  test('an endpoint that this server cannot send for is deferred and named, delays no other, and continues later', async () => {
    const { service, receiver, endpoint, later, look } = await aShop()
    const { db } = service.database
    const other = await startReceiver()
    await service.send('POST', '/webhook-endpoints', { body: { url: other.url } })
    await sql`update webhook_endpoints set former_sealed_secret = sealed_secret, sealed_secret = decode('00', 'hex') where id = ${endpoint.id}`.execute(
      db,
    )
    const made = await makeCustomers(service, 2)

    await later()
    await later()

    expect([receiver.received.length, other.received.length]).toEqual([0, 2])
    const { rows } = await sql`select tries from webhook_endpoints where id = ${endpoint.id}`.execute(db)
    expect(rows).toEqual([{ tries: 1 }])
    expect(await readBacklog(db)).toMatchObject({ deferredWork: { webhook_endpoint: { deferred: 1 } } })
    await expect(examineWebhooks(db)).rejects.toThrow(new RegExp(`^${endpoint.id} of org_.* is deferred: `))
    expect(await look()).toMatchObject({ enabled: true, failing_since: null })

    await sql`update webhook_endpoints set sealed_secret = former_sealed_secret, former_sealed_secret = null,
      deferred_until = lease_now() - interval '1 second' where id = ${endpoint.id}`.execute(db)
    await later()
    expect(receiver.received.map(({ event }) => event.data.object.id).toSorted()).toEqual(made.toSorted())
    expect(await readBacklog(db)).toMatchObject({ deferredWork: {}, webhooksLagSeconds: 0 })
  })

  test.each([{}, { payload: 'thin', mode: 'ordered' }])(
    'an event that cannot be presented fails alone and at once, is reported, and delays no other: %o',
    async (asked) => {
      const { service, receiver, endpoint, later, deliveries, look } = await aShop(asked)
      const { db } = service.database
      const [first, broken, last] = await makeCustomers(service, 3)
      await sql`update events set object = 'null' where object->>'id' = ${broken!}`.execute(db)

      await later()

      expect(receiver.received.map(({ event }) => event.data.object.id).toSorted()).toEqual([first, last].toSorted())
      const failed = await deliveries('&status=failed')
      expect(failed).toMatchObject([
        {
          attempts: [
            { response_status: null, error: 'The server cannot present this event; its operator is notified.' },
          ],
        },
      ])
      expect(
        service.logged.some((line) => line.includes(failed[0].event_id) && line.includes('cannot be presented')),
      ).toBe(true)
      expect(await look()).toMatchObject({ enabled: true, failing_since: null })
      expect(await readBacklog(db)).toMatchObject({ deferredWork: {}, webhooksLagSeconds: 0 })

      await sql`update events set object = jsonb_build_object('id', ${broken!}::text) where object = 'null'`.execute(db)
      await service.send('POST', `/webhook-deliveries/${failed[0].id}/redeliver`)
      await later()
      expect(receiver.received.at(-1)?.event.data.object.id).toBe(broken)
      expect(endpoint.id).toBe(failed[0].endpoint_id)
    },
  )

  test('a commit wakes the sender of its own process', async () => {
    const { service, receiver, sender } = await aShop()
    const stop = wakeSenderAfterCommits(service.billing, sender)
    onTestFinished(stop)

    const [id] = await makeCustomers(service)

    await expect.poll(() => receiver.received.map(({ event }) => event.data.object.id)).toEqual([id])
    stop()
    await sender.finish()
  })

  test('an endpoint that is enabled for new events gets none of the events that waited for it', async () => {
    const { service, receiver, later, look, change, deliveries } = await aShop()
    receiver.answer = answerWithStatus(500)
    await makeCustomers(service)
    await later()
    await makeCustomers(service, 2)

    expect((await change({ enabled: true, resume_from: 'where_it_stopped' })).body).toMatchObject({ events_behind: 2 })
    expect((await change({ enabled: true, resume_from: 'now' })).body).toMatchObject({ events_behind: 0 })
    receiver.answer = answerWithStatus(200)
    const [id] = await makeCustomers(service)
    await later(400)

    expect(receiver.received.slice(1).map(({ event }) => event.data.object.id)).toEqual([id])
    expect(await deliveries('&status=failed')).toHaveLength(1)
    expect(await look()).toMatchObject({ enabled: true, failing_since: null })
  })
})
