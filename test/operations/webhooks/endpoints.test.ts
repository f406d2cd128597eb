import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'

const url = 'https://shop.example/webhooks'

const operations =
  'createWebhookEndpoint, findWebhookEndpoint, findWebhookEndpoints, updateWebhookEndpoint, deleteWebhookEndpoint and rotateWebhookSecret'

describeUsualDatabase(operations, (open) => {
  const service = useService(open)
  const create = (body: object = {}, headers: Readonly<Record<string, string>> = {}) =>
    service.send('POST', '/webhook-endpoints', { body: { url, ...body }, headers })

  test('an endpoint is created, found, changed and deleted', async () => {
    const { body: created } = await create({ description: 'Fulfilment' })
    const { secret, ...endpoint } = created
    expect(secret).toMatch(/^whsec_/)
    expect(endpoint).toMatchObject({ url, event_types: ['*'], enabled: true, events_behind: 0 })
    expect(endpoint).toMatchObject({ mode: 'parallel', payload: 'full' })
    const path = `/webhook-endpoints/${endpoint.id}`
    expect((await service.send('GET', path)).body).toEqual(endpoint)
    expect((await service.send('GET', '/webhook-endpoints')).body.data).toContainEqual(endpoint)

    const changed = await service.send('PATCH', path, { body: { description: null, event_types: ['payment.updated'] } })
    expect(changed.body).toMatchObject({ url, description: null, event_types: ['payment.updated'] })

    expect((await service.send('DELETE', path)).body).toEqual(changed.body)
    expect((await service.send('GET', path)).status).toBe(404)
  })

  const tooLong = `https://shop.example/${'a'.repeat(10_000)}`
  test.each([
    ['no address', 'nonsense', 'url must be an address such as https://shop.example/webhooks.'],
    ['another scheme', 'ftp://shop.example', 'url must begin with https://, got ftp://.'],
    ['a password in it', 'https://me:mine@shop.example', 'url must not contain a user name or password.'],
    ['a fragment', 'https://shop.example/#here', 'url must not contain a fragment.'],
    ['a private address', 'https://10.0.0.1/', 'url must not be an address of a private network, got 10.0.0.1.'],
    ['that of cloud metadata', 'http://169.254.169.254/', /private network, got 169\.254\.169\.254/],
    ['a private one in another notation', 'http://[::ffff:10.0.0.1]/', /private network/],
    ['10,000 characters', tooLong, /2048/],
  ])('an address that is %s is refused with a sentence', async (_, refused, message) => {
    const { status, body } = await create({ url: refused })

    expect([status, body.error.code, body.error.details[0].path]).toEqual([400, 'invalid_parameter', 'body.url'])
    expect(body.error.details[0].message).toMatch(message)
  })

  test.each([[['payment.imagined']], [[]], [['*', 'payment.updated']], ['*']])(
    '%j are refused as types of events',
    async (types) => {
      const { status, body } = await create({ event_types: types })

      expect([status, body.error.code]).toEqual([400, 'invalid_parameter'])
      expect(body.error.details[0].path).toMatch(/^body\.event_types/)
    },
  )

  test('of a hundred endpoints that are created at the same time, fifty are made, and the others get the reason', async () => {
    const { key } = await service.addOrganization('Collector')
    const body = { url: 'https://collector.example/' }

    const answers = await Promise.all(
      Array.from({ length: 100 }, () => service.send('POST', '/webhook-endpoints', { key, body })),
    )

    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(50)
    expect(new Set(refused.map((each) => `${each.status} ${each.body.error.code} ${each.body.error.message}`))).toEqual(
      new Set(['409 limit_reached An organization has at most 50 webhook endpoints; delete one first.']),
    )
  })

  test('a caller who repeats the request for an endpoint that was deleted since gets an error that says so', async () => {
    const headers = { 'Idempotency-Key': 'created and deleted' }
    const { body: created } = await create({}, headers)
    await service.send('DELETE', `/webhook-endpoints/${created.id}`)

    const { status, body } = await create({}, headers)

    expect([status, body.error.code]).toEqual([404, 'not_found'])
  })

  test('a caller who repeats the request sees the secret again, and no row contains it', async () => {
    const headers = { 'Idempotency-Key': 'create once' }
    const first = await create({}, headers)
    const again = await create({}, headers)
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect(again.body).toEqual(first.body)

    const secret = first.body.secret.slice('whsec_'.length) as string
    const { rows } = await sql<{ text: string }>`
      select row_to_json(e)::text as text from webhook_endpoints e union all
      select row_to_json(k)::text from idempotency_keys k`.execute(service.database.db)
    const hex = Buffer.from(secret, 'base64').toString('hex')
    expect(rows.length).toBeGreaterThan(1)
    expect(rows.filter(({ text }) => text.includes(secret) || text.includes(hex))).toEqual([])
  })

  test('a key needs the scope, and another organization finds no endpoint', async () => {
    const reader = await service.addKey(service.organizationId, { webhooks: 'read' })
    const { key: stranger } = await service.addOrganization('Elsewhere')
    const { body: endpoint } = await create()
    const path = `/webhook-endpoints/${endpoint.id}`

    expect((await service.send('GET', path, { key: reader })).status).toBe(200)
    expect((await service.send('DELETE', path, { key: reader })).body.error.code).toBe('insufficient_permission')
    expect((await service.send('GET', path, { key: stranger })).status).toBe(404)
    expect((await service.send('POST', `${path}/rotate-secret`, { key: stranger })).status).toBe(404)
  })
})
