import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createWebhookSender } from '#server/webhooks/sending/webhook-sender.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import type { RunningService } from '../../support/services/running-service.ts'
import { answerWithStatus, type ReceivedWebhook, type WebhookReceiver } from '../../support/stories/webhook-receiver.ts'
import { makeCustomers, openWebhookShop } from '../../support/stories/webhook-shop.ts'

const hour = 3600

describeEachDatabase('endpoints with ordered delivery', (open, kind) => {
  const aShop = (asked: object = {}) => openWebhookShop(open, { mode: 'ordered', ...asked })

  test('a failing event delays only later ones of its subject, and then they arrive in order', async () => {
    const { service, receiver, later, deliveries } = await aShop()
    const [held, other] = await makeCustomers(service, 2)
    await change(service, held!, 1)
    await change(service, other!, 1)
    refuse(receiver, held!)
    await later()
    await change(service, held!, 2)
    await later()

    expect(shown(receiver).filter((each) => each.startsWith(held!))).toEqual([`${held} 0 500`])
    expect(arrived(receiver, other!)).toEqual([0, 1])
    const pending = (await deliveries('&status=pending')).map(({ attempts }: { attempts: object[] }) => attempts.length)
    expect(pending.toSorted()).toEqual([0, 0, 1])
    receiver.answer = answerWithStatus(200)
    await later(6)

    expect(shown(receiver).slice(3)).toEqual([`${held} 0 200`, `${held} 1 200`, `${held} 2 200`])
    expect(await deliveries('&status=pending')).toEqual([])
    expect(receiver.received.filter(({ headers }) => 'webhook-gap' in headers)).toEqual([])
  })

  test('an event that is given up releases its subject, and the next event names the missing one', async () => {
    const { service, receiver, later, deliveries } = await aShop()
    const [id] = await makeCustomers(service)
    await change(service, id!, 1)
    await change(service, id!, 2)
    receiver.answer = answerWithStatus(500)
    await later()
    const [missing] = await deliveries()
    await sql`update webhook_deliveries set tries = 9 where attempts <> '[]'`.execute(service.database.db)
    await later(10)
    expect(await deliveries('&status=failed')).toMatchObject([{ id: missing.id }])
    expect(shown(receiver)).toEqual([`${id} 0 500`, `${id} 0 500`])

    await later()
    receiver.answer = answerWithStatus(200)
    await later(10)

    expect(shown(receiver).slice(2)).toEqual([`${id} 1 500`, `${id} 1 200`, `${id} 2 200`])
    const gaps = receiver.received.map(({ headers }) => headers['webhook-gap'])
    expect(gaps.slice(2)).toEqual([missing.event_id, missing.event_id, undefined])
    await change(service, id!, 3)
    await later()
    expect(receiver.received.at(-1)!.headers).not.toHaveProperty('webhook-gap')
  })

  test('the event after one that cannot be presented names it', async () => {
    const { service, receiver, later, deliveries } = await aShop()
    const [id, other] = await makeCustomers(service, 2)
    await later()
    await change(service, id!, 1)
    // A program that serializes this as JSON overflows its stack; the database does not.
    const nesting = 5000
    await sql`update events set object = jsonb_set(object, '{metadata}',
        ('{"step": "1", "deep": ' || repeat('[', ${nesting}) || repeat(']', ${nesting}) || '}')::jsonb)
      where object->>'id' = ${id} and type = 'customer.updated'`.execute(service.database.db)
    await later()
    const [missing] = await deliveries('&status=failed')
    expect(missing).toMatchObject({
      attempts: [{ error: 'The server cannot present this event; its operator is notified.' }],
    })

    await change(service, other!, 2)
    await change(service, id!, 2)
    await later()
    await change(service, id!, 3)
    await later()

    expect(shown(receiver).slice(2)).toEqual([`${other} 2 200`, `${id} 2 200`, `${id} 3 200`])
    const gaps = receiver.received.slice(2).map(({ headers }) => headers['webhook-gap'])
    expect(gaps).toEqual([undefined, missing.event_id, undefined])
  })

  test('a requested repetition is sent after the pending events of its subject, and before later ones', async () => {
    const { service, receiver, later, deliveries } = await aShop()
    const [id] = await makeCustomers(service)
    await change(service, id!, 1)
    await later()
    const { body: events } = await service.send('GET', '/events')
    const deliveryOf = async (at: number) => (await deliveries(`&event_id=${events.data[at].id}`))[0]
    const [first, second] = [await deliveryOf(0), await deliveryOf(1)]
    const redeliver = (one: { id: string }) => service.send('POST', `/webhook-deliveries/${one.id}/redeliver`)

    await redeliver(second)
    await redeliver(first)
    receiver.answer = answerWithStatus(500)
    await later()
    await change(service, id!, 2)
    receiver.answer = answerWithStatus(200)
    await later()
    expect(shown(receiver).slice(2)).toEqual([`${id} 0 500`])
    await redeliver(second)
    await later()
    expect(receiver.received).toHaveLength(3)
    await later(6)

    expect(shown(receiver).slice(3)).toEqual([`${id} 0 200`, `${id} 1 200`, `${id} 2 200`])
  })

  test('a replay keeps its order, and new events follow it', async () => {
    const { service, receiver, endpoint, later } = await aShop()
    const ids = await makeCustomers(service, 3)
    for (const id of ids) for (const step of [1, 2, 3]) await change(service, id, step)
    await later()
    receiver.received.length = 0
    await service.send('POST', `/webhook-endpoints/${endpoint.id}/replay`, { body: { from: '2020-01-01' } })
    for (const id of ids) await change(service, id, 4)
    refuse(receiver, ids[1]!)

    await later()
    receiver.answer = answerWithStatus(200)
    await later(6)

    for (const id of ids) expect(arrived(receiver, id)).toEqual([0, 1, 2, 3, 4])
  })

  test('an endpoint that turns ordering on during a failure keeps the order, and one that turns it off gets what waits', async () => {
    const { service, receiver, later, change: set } = await aShop({ mode: 'parallel' })
    const [id] = await makeCustomers(service)
    receiver.answer = answerWithStatus(500)
    await later()
    await set({ mode: 'ordered' })
    receiver.answer = answerWithStatus(200)
    await change(service, id!, 1)
    await later()
    expect(shown(receiver)).toEqual([`${id} 0 500`])
    receiver.answer = answerWithStatus(500)
    await later(6)
    receiver.answer = answerWithStatus(200)

    await set({ mode: 'parallel' })
    await later()

    expect(shown(receiver).slice(1)).toEqual([`${id} 0 500`, `${id} 1 200`])
    await later(400)
    expect(arrived(receiver, id!)).toEqual([1, 0])
  })

  test('a failing endpoint is probed in order, and later gets everything in order', async () => {
    const { service, receiver, later, look } = await aShop()
    const ids = await makeCustomers(service, 6)
    for (const id of ids) await change(service, id, 1)
    receiver.answer = answerWithStatus(500)
    await later()
    for (const id of ids) await change(service, id, 2)
    expect(await look()).toMatchObject({ failing_since: expect.any(String) })
    await later(6)
    await later(400)
    receiver.answer = answerWithStatus(200)

    for (let round = 0; round < 4; round++) await later(hour)

    for (const id of ids) expect(arrived(receiver, id)).toEqual([0, 1, 2])
    expect(await look()).toMatchObject({ failing_since: null, events_behind: 0 })
  })

  test.skipIf(kind === 'embedded')('several servers send no event before an earlier one has arrived', async () => {
    const { service, receiver, later, deliveries } = await aShop()
    const senders = Array.from({ length: 3 }, () => createWebhookSender(service.billing))
    for (const sender of senders) onTestFinished(() => sender.close())
    // Refuse every third of the first requests, whatever the request contains.
    receiver.answer = (request, response) =>
      answerWithStatus(receiver.received.length < 15 && receiver.received.length % 3 === 0 ? 500 : 200)(
        request,
        response,
      )
    const ids = await makeCustomers(service, 5)
    const changing = (async () => {
      for (const step of [1, 2, 3, 4]) for (const id of ids) await change(service, id, step)
    })()
    const work = () => Promise.all(senders.map((sender) => sender.begin().then(() => sender.finish())))
    for (let round = 0; round < 5; round++) await work()
    await changing
    const allDelivered = async () => {
      await work()
      await later(hour)
      return (await deliveries('&status=delivered&limit=100')).length
    }
    await expect.poll(allDelivered, { timeout: 60_000 }).toBe(25)

    for (const id of ids) expect(arrived(receiver, id)).toEqual([0, 1, 2, 3, 4])
  })
})

/** Changes a customer for the `step`-th time, which makes an event with that number. */
const change = (service: RunningService, id: string, step: number) =>
  service.send('PATCH', `/customers/${id}`, { body: { metadata: { step: String(step) } } })

const stepOf = ({ event }: ReceivedWebhook): number =>
  Number((event.data.object as { metadata?: { step?: string } }).metadata?.step ?? 0)

/** Refuses all deliveries about one customer from now on. */
const refuse = (receiver: WebhookReceiver, id: string) => {
  receiver.answer = (request, response) =>
    answerWithStatus(receiver.received.at(-1)!.event.data.object.id === id ? 500 : 200)(request, response)
}

const shown = ({ received }: WebhookReceiver) =>
  received.map((each) => `${each.event.data.object.id} ${stepOf(each)} ${each.answered}`)

/** The numbers of a customer's changes that have arrived, in order. */
const arrived = ({ received }: WebhookReceiver, id: string) =>
  received.filter(({ event, answered }) => event.data.object.id === id && answered === 200).map(stepOf)
