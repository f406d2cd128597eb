import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { examineWebhooks } from '#server/cli/doctor/examine-webhooks.ts'
import { readBacklog } from '#server/store/health/read-backlog.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { answerWithStatus, startReceiver } from '../../support/stories/webhook-receiver.ts'
import { makeCustomers, openWebhookShop } from '../../support/stories/webhook-shop.ts'

describeUsualDatabase('endpoints of webhooks that fail', (open) => {
  const aShop = () => openWebhookShop(open)

  test('a receiver that is busy gets no delivery for as long as its Retry-After says', async () => {
    const { service, receiver, later } = await aShop()
    receiver.answer = answerWithStatus(429, { 'Retry-After': '600' })
    await makeCustomers(service)
    await later()
    await later(500)
    expect(receiver.received).toHaveLength(1)

    await later(101)

    expect(receiver.received).toHaveLength(2)
  })

  test('after five failures in a row, one probe is sent at a time, no tries pile up, and later every event arrives', async () => {
    const { service, receiver, later, deliveries, look } = await aShop()
    receiver.answer = answerWithStatus(500)
    const made = await makeCustomers(service, 40)
    await later()
    const tried = receiver.received.length
    // Up to eight deliveries are in flight when the fifth fails.
    expect(tried).toBeGreaterThanOrEqual(5)
    expect(tried).toBeLessThan(13)
    expect(await deliveries()).toHaveLength(tried)
    expect(await look()).toMatchObject({ enabled: true, failing_since: expect.any(String), events_behind: 40 - tried })
    await later(1)
    expect(receiver.received).toHaveLength(tried)

    await later(6)
    await later(6)
    expect(receiver.received).toHaveLength(tried + 1)
    expect(await deliveries()).toHaveLength(tried)

    receiver.answer = answerWithStatus(200)
    await later(400)
    await later()
    const arrived = receiver.received.slice(tried + 1).map(({ event }) => event.data.object.id)
    expect(arrived.toSorted()).toEqual(made.toSorted())
    expect(await look()).toMatchObject({ failing_since: null, events_behind: 0 })
    expect(await deliveries('&status=delivered')).toHaveLength(40)
  })

  test('doctor and metrics report endpoints that fail, and events that no worker sends', async () => {
    const { service, receiver, later, endpoint } = await aShop()
    const { db } = service.database
    const [first] = await makeCustomers(service)
    expect((await readBacklog(db)).webhooksLagSeconds).toBeGreaterThan(0)
    await sql`update events set recorded_at = recorded_at - interval '6 minutes' where object->>'id' = ${first}`.execute(
      db,
    )
    await expect(examineWebhooks(db)).rejects.toThrow(/^An event of 6 minutes ago has not been sent/)
    await later()
    expect(await readBacklog(db)).toMatchObject({
      webhooksLagSeconds: 0,
      webhooksPending: 0,
      webhookEndpointsFailing: 0,
    })
    expect(await examineWebhooks(db)).toBe('every endpoint gets its events')

    receiver.answer = answerWithStatus(500)
    await makeCustomers(service, 8)
    await later()
    const { webhooksPending, ...told } = await readBacklog(db)
    expect(webhooksPending).toBeGreaterThanOrEqual(5)
    expect(told).toMatchObject({ webhooksLagSeconds: 0, webhookEndpointsFailing: 1 })
    expect(await examineWebhooks(db)).toMatch(
      new RegExp(`^${endpoint.id} of org_.* has failed since .* and is only probed\\.$`),
    )
  })

  test('an endpoint with a changed address does not wait for its next probe', async () => {
    const { service, receiver, later, look, change } = await aShop()
    receiver.answer = answerWithStatus(500)
    await makeCustomers(service, 8)
    await later()
    for (let probe = 0; probe < 4; probe++) await later(8000)
    receiver.answer = answerWithStatus(200)
    await later(60)
    expect(await look()).toMatchObject({ failing_since: expect.any(String) })

    await change({ url: `${receiver.url}/moved` })
    await later()
    await later()

    expect(await look()).toMatchObject({ failing_since: null, events_behind: 0 })
  })

  test('the merchant is notified after one and four days of failures, and after five the endpoint is disabled', async () => {
    const { service, receiver, later, look, change } = await aShop()
    const warnings = async () =>
      (await service.send('GET', '/events?type=webhook_endpoint.failing')).body.data.map(
        ({ data }: { data: { object: { enabled: boolean } } }) => data.object.enabled,
      )
    receiver.answer = answerWithStatus(500)
    const made = await makeCustomers(service, 30)
    await later()
    // Probes have their own schedule, at least once a day.
    const goOn = async (hours: number) => {
      for (let hour = 0; hour < hours; hour += 3) await later(3 * 3600)
    }
    await goOn(48)
    expect(await warnings()).toEqual([true])
    await goOn(54)
    expect(await warnings()).toEqual([true, true])
    await goOn(27)
    expect(await warnings()).toEqual([true, true, false])
    expect(await look()).toMatchObject({ enabled: false, disabled_reason: 'failing' })
    const before = receiver.received.length
    await goOn(48)
    expect(receiver.received).toHaveLength(before)

    receiver.answer = answerWithStatus(200)
    expect((await change({ enabled: true })).body.error.details).toMatchObject([{ path: 'body.resume_from' }])
    expect((await change({ enabled: true, resume_from: 'where_it_stopped' })).body).toMatchObject({
      enabled: true,
      disabled_reason: null,
      failing_since: null,
    })
    await later()
    await later()

    const arrived = receiver.received.slice(before).map(({ event }) => event.data.object.id)
    expect(made.every((id) => arrived.includes(id))).toBe(true)
  })

  test('an endpoint that answers 410 is disabled at once, and gets only new events once it is enabled', async () => {
    const { service, receiver, later, look, change, deliveries } = await aShop()
    receiver.answer = answerWithStatus(410)
    await makeCustomers(service)
    await later()
    expect(await look()).toMatchObject({ enabled: false, disabled_reason: 'gone' })
    await makeCustomers(service, 2)
    receiver.answer = answerWithStatus(200)
    await change({ enabled: true, resume_from: 'now' })
    const [id] = await makeCustomers(service)
    await later(10)

    expect(receiver.received.slice(1).map(({ event }) => event.data.object.id)).not.toContain(undefined)
    expect(
      receiver.received
        .slice(1)
        .filter(({ event }) => event.type === 'customer.created')
        .map(({ event }) => event.data.object.id),
    ).toEqual([id])
    expect(await deliveries('&status=failed')).toHaveLength(1)
  })

  test('an endpoint whose missed events were dropped does not continue as though there had been none', async () => {
    const { service, receiver, change, look, later } = await openWebhookShop(open)
    await change({ enabled: false })
    await makeCustomers(service)
    await sql`insert into dropped_events (organization_id, id, sequence, recorded_at)
      select organization_id, id, sequence, recorded_at from events order by sequence desc limit 1`.execute(
      service.database.db,
    )

    const refused = await change({ enabled: true, resume_from: 'where_it_stopped' })

    expect(refused).toMatchObject({ status: 410, body: { error: { code: 'cursor_expired' } } })
    expect(await look()).toMatchObject({ enabled: false, disabled_reason: 'merchant' })
    expect((await change({ enabled: true, resume_from: 'now' })).body).toMatchObject({ enabled: true })
    await makeCustomers(service)
    await later()
    expect(receiver.received).toHaveLength(1)
  })

  test('an endpoint that hangs delays no other endpoint', async () => {
    const { service, receiver, sender } = await aShop()
    const dead = await startReceiver()
    const held: (() => void)[] = []
    dead.answer = (_, response) => void held.push(() => response.end())
    await service.send('POST', '/webhook-endpoints', { body: { url: dead.url } })
    await makeCustomers(service, 2)

    await sender.begin()
    await expect.poll(() => [receiver.received.length, dead.received.length]).toEqual([2, 2])
    await makeCustomers(service)
    await expect
      .poll(async () => {
        await sender.begin()
        return receiver.received.length
      })
      .toBe(3)

    expect(dead.received).toHaveLength(2)
    for (const letGo of held) letGo()
  })
})
