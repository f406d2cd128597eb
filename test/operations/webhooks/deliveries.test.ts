import { verifyWebhook } from '@billing-checkout/client'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'
import { createWebhookSender } from '#server/webhooks/sending/webhook-sender.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { answerWithStatus } from '../../support/stories/webhook-receiver.ts'
import { makeCustomers, openWebhookShop } from '../../support/stories/webhook-shop.ts'

describeEachDatabase(
  'findWebhookDeliveries, redeliverWebhook, replayWebhooks and testWebhookEndpoint',
  (open, kind) => {
    const aShop = (asked: object = {}) => openWebhookShop(open, asked)

    test('an event is delivered as the list shows it, with a signature that the public library accepts', async () => {
      const { service, receiver, endpoint, later, deliveries, look } = await aShop()
      await makeCustomers(service)
      expect(await look()).toMatchObject({ events_behind: 1 })

      await later()

      const { body: events } = await service.send('GET', '/events')
      const [sent] = receiver.received
      expect(receiver.received).toHaveLength(1)
      expect(sent!.event).toEqual(events.data[0])
      expect(sent!.headers).toMatchObject({ 'webhook-id': events.data[0].id, 'content-type': 'application/json' })
      expect(sent!.headers).not.toHaveProperty('accept-encoding')
      expect(await verifyWebhook(sent!, { secret: endpoint.secret })).toEqual(events.data[0])
      expect(new Webhook(endpoint.secret).verify(sent!.body, sent!.headers as Record<string, string>)).toEqual(
        events.data[0],
      )
      expect(await deliveries()).toMatchObject([
        {
          endpoint_id: endpoint.id,
          event_id: events.data[0].id,
          event_type: 'customer.created',
          status: 'delivered',
          attempts: [{ response_status: 200, response_body: '', error: null }],
          next_attempt_at: null,
        },
      ])
      expect(await look()).toMatchObject({ events_behind: 0, failing_since: null })
      await later()
      expect(receiver.received).toHaveLength(1)
    })

    test('an endpoint with thin payloads gets only the ids to read, also for test events', async () => {
      const { service, receiver, endpoint, later, change } = await aShop({ payload: 'thin' })
      const [id] = await makeCustomers(service)
      await later()
      await service.send('POST', `/webhook-endpoints/${endpoint.id}/test`)
      await later()
      const { body: events } = await service.send('GET', '/events')
      const { id: event_id, type, created_at } = events.data[0]
      const [sent, tested] = receiver.received
      expect(sent!.event).toEqual({ id: event_id, type, created_at, data: { object: { id } } })
      const thin = await verifyWebhook(sent!, { secret: endpoint.secret, payload: 'thin' })
      expect((await service.send('GET', `/customers/${thin.data.object.id}`)).body).toMatchObject({ id })
      expect(tested!.event).toMatchObject({ type: 'webhook_endpoint.test', data: { object: { id: endpoint.id } } })
      expect(Object.keys(tested!.event)).not.toContain('sequence')

      expect((await change({ payload: 'full' })).body).toMatchObject({ payload: 'full', mode: 'parallel' })
      await makeCustomers(service)
      await later()

      expect(receiver.received.at(-1)!.event).toEqual((await service.send('GET', '/events')).body.data[1])
    })

    test('an endpoint gets only the types that it has chosen, and other types do not count as pending', async () => {
      const { service, receiver, later, look } = await aShop({ event_types: ['customer.updated'] })
      const [id] = await makeCustomers(service)
      await service.send('PATCH', `/customers/${id}`, { body: { metadata: { tier: 'gold' } } })

      await later()

      expect(receiver.received.map(({ event }) => event.type)).toEqual(['customer.updated'])
      expect(await look()).toMatchObject({ events_behind: 0 })
    })

    test('a failed delivery is retried by the schedule with the same id and a new signature, and is then listed as failed', async () => {
      const { service, receiver, later, deliveries } = await aShop()
      const [refused] = await makeCustomers(service)
      const tries = () => receiver.received.filter(({ event }) => event.data.object.id === refused)
      receiver.answer = (_, response) => {
        const isRefused = receiver.received.at(-1)!.event.data.object.id === refused
        response.writeHead(isRefused ? 500 : 200).end()
      }
      await later()
      expect(await deliveries('&status=pending')).toMatchObject([
        {
          attempts: [{ response_status: 500, error: 'It answered 500; a status from 200 to 299 counts as delivered.' }],
        },
      ])
      await later(3)
      expect(tries()).toHaveLength(1)

      const hour = 3600
      for (const seconds of [
        3,
        340,
        2000,
        2.3 * hour,
        5.6 * hour,
        11.1 * hour,
        15.5 * hour,
        22.1 * hour,
        26.5 * hour,
      ]) {
        // An event that arrives in between keeps the endpoint from counting as dead.
        await makeCustomers(service)
        await later(seconds)
      }

      expect(tries()).toHaveLength(10)
      expect(new Set(tries().map(({ headers }) => headers['webhook-id'])).size).toBe(1)
      expect(new Set(tries().map(({ headers }) => headers['webhook-signature'])).size).toBe(10)
      const [failed, ...others] = await deliveries('&status=failed')
      expect(failed).toMatchObject({ next_attempt_at: null })
      expect(failed.attempts).toHaveLength(10)
      expect(others).toEqual([])
      expect(await deliveries('&status_in=pending,failed')).toEqual([failed])
      await later(100 * hour)
      expect(tries()).toHaveLength(10)
    })

    test('a disabled endpoint gets no deliveries, and none is lost', async () => {
      const { service, receiver, later, look, change } = await aShop()
      await change({ enabled: false })
      const made = await makeCustomers(service, 2)
      await later()
      expect(receiver.received).toEqual([])
      expect(await look()).toMatchObject({ enabled: false, disabled_reason: 'merchant', events_behind: 2 })

      await change({ enabled: true, resume_from: 'where_it_stopped' })
      await later()

      expect(receiver.received.map(({ event }) => event.data.object.id)).toEqual(made)
    })

    test('for a day after a rotation, deliveries are signed with both secrets', async () => {
      const { service, receiver, endpoint, later } = await aShop()
      const { body: rotated } = await service.send('POST', `/webhook-endpoints/${endpoint.id}/rotate-secret`)
      expect(rotated.secret).not.toBe(endpoint.secret)
      const signedBy = async (secret: string) => {
        const { headers, body } = receiver.received.at(-1)!
        const timestamp = new Date(Number(headers['webhook-timestamp']) * 1000)
        return (headers['webhook-signature'] as string).includes(
          new Webhook(secret).sign(headers['webhook-id'] as string, timestamp, body),
        )
      }
      await makeCustomers(service)
      await later()
      expect([await signedBy(endpoint.secret), await signedBy(rotated.secret)]).toEqual([true, true])

      await makeCustomers(service)
      await later(24 * 3600 + 1)

      expect([await signedBy(endpoint.secret), await signedBy(rotated.secret)]).toEqual([false, true])
    })

    test('a delivery is repeated on request, and so is a test event', async () => {
      const { service, receiver, endpoint, later, deliveries } = await aShop({ event_types: ['customer.updated'] })
      const { body: asked } = await service.send('POST', `/webhook-endpoints/${endpoint.id}/test`)
      expect(asked).toMatchObject({ status: 'pending', event_type: 'webhook_endpoint.test', attempts: [] })
      await later()
      expect(await deliveries(`&event_id=${asked.event_id}`)).toMatchObject([{ id: asked.id, status: 'delivered' }])
      expect((await service.send('GET', '/events')).body.data).toEqual([])

      const { body: again } = await service.send('POST', `/webhook-deliveries/${asked.id}/redeliver`)
      expect(again).toMatchObject({ id: asked.id, status: 'pending' })
      await later()

      expect(receiver.received.map(({ event }) => event)).toMatchObject([
        { id: asked.event_id, type: 'webhook_endpoint.test', data: { object: { id: endpoint.id } } },
        { id: asked.event_id },
      ])
      expect((await deliveries())[0].attempts).toHaveLength(2)
    })

    test('events of a time span, or all failed ones, are repeated with their ids', async () => {
      const { service, receiver, endpoint, later, deliveries } = await aShop()
      const replay = async (body: object) =>
        (await service.send('POST', `/webhook-endpoints/${endpoint.id}/replay`, { body })).body
      const [first, second] = await makeCustomers(service, 2)
      await later()
      const { body: events } = await service.send('GET', '/events')
      await sql`delete from webhook_deliveries where event_id = ${events.data[0].id}`.execute(service.database.db)

      expect(await replay({ from: events.data[0].created_at })).toEqual({ replayed: 2 })
      await later()
      expect(receiver.received.map(({ event }) => event.data.object.id).toSorted()).toEqual(
        [first, first, second, second].toSorted(),
      )
      expect(await replay({ from: '2020-01-01', to: '2020-12-31' })).toEqual({ replayed: 0 })

      await sql`update webhook_deliveries set status = 'failed', due_at = null where event_id = ${events.data[1].id}`.execute(
        service.database.db,
      )
      expect(await replay({ failed: true })).toEqual({ replayed: 1 })
      await later()
      expect(receiver.received.at(-1)!.event.id).toBe(events.data[1].id)
      expect(await deliveries('&status=failed')).toEqual([])
      for (const body of [{}, { failed: true, from: '2020-01-01' }, { to: '2020-01-01' }])
        expect((await replay(body)).error.code).toBe('invalid_parameter')
    })

    test('a sender that died after sending is followed by one that repeats the same ids, and no event is lost', async () => {
      const { service, receiver, later, deliveries } = await aShop()
      const dying = createWebhookSender({ ...service.billing, database: service.billing.database })
      onTestFinished(() => dying.close())
      const made = await makeCustomers(service, 3)
      // A worker whose lease has expired writes nothing, as though its process had been killed before the transaction.
      receiver.answer = (_, response) => {
        void sql`update webhook_endpoints set fence = fence + 1`.execute(service.database.db).then(() => response.end())
      }
      await dying.begin()
      await dying.finish()
      expect(receiver.received).toHaveLength(3)
      expect(await deliveries()).toEqual([])
      receiver.answer = answerWithStatus(200)
      await later()
      expect(receiver.received).toHaveLength(3)

      await sql`update webhook_endpoints set lease_until = lease_now() - interval '1 second'`.execute(
        service.database.db,
      )
      await later()

      expect(receiver.received).toHaveLength(6)
      const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
      expect(ids.slice(3).toSorted()).toEqual(ids.slice(0, 3).toSorted())
      expect(receiver.received.slice(3).map(({ event }) => event.data.object.id)).toEqual(expect.arrayContaining(made))
      expect(await deliveries()).toHaveLength(3)
    })

    test.skipIf(kind === 'embedded')('several senders send no event twice', async () => {
      const { service, receiver } = await aShop()
      const senders = Array.from({ length: 4 }, () => createWebhookSender(service.billing))
      for (const sender of senders) onTestFinished(() => sender.close())
      const made = await makeCustomers(service, 30)

      for (let round = 0; round < 5; round++) {
        await Promise.all(senders.map((sender) => sender.begin()))
        await Promise.all(senders.map((sender) => sender.finish()))
      }

      expect(receiver.received.map(({ event }) => event.data.object.id).toSorted()).toEqual(made.toSorted())
    })
  },
)
