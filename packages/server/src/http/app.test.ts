import { Problem } from '@billing-checkout/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { by, startToyServer, type ToyServer } from '../../testing/start-toy-server.ts'

let server: ToyServer
beforeAll(async () => {
  server = await startToyServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.asked.length = 0
  server.logged.length = 0
  server.fail(undefined)
})

const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  server.send(path, { method: 'POST', body, headers: by('merchant', headers) })

test('every answer names its request and its version', async () => {
  const { status, headers } = await server.send('/plans', { headers: by('merchant', { 'X-Request-Id': 'mine' }) })

  expect(status).toBe(200)
  expect(headers.get('X-Request-Id')).toMatch(/^req_[0-9a-f-]{36}$/)
  expect(headers.get('X-API-Version')).toBe('1.0.0')
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('ETag')).toBeNull()
})

test('a request may name the current version, and no other', async () => {
  const known = await server.send('/plans', { headers: by('merchant', { 'X-API-Version': '1.0.0' }) })
  const unknown = await server.send('/plans', { headers: by('merchant', { 'X-API-Version': '2.0.0' }) })

  expect(known.status).toBe(200)
  expect(unknown.status).toBe(400)
  expect(unknown.body.error).toMatchObject({
    code: 'unsupported_api_version',
    message: 'X-API-Version must be 1.0.0, got "2.0.0".',
    request_id: unknown.headers.get('X-Request-Id'),
  })
})

test('an unknown path is not found, for any caller', async () => {
  const { status, body } = await server.send('/nothing/here')

  expect(status).toBe(404)
  expect(body.error.code).toBe('not_found')
})

test.each(['/PLANS', '/plans/'])('%s is a different path from /plans', async (path) => {
  expect((await server.send(path, { headers: by('merchant') })).status).toBe(404)
})

test('a known path refuses other methods and names its own', async () => {
  const { status, headers, body } = await server.send('/plans', { method: 'DELETE', headers: by('merchant') })

  expect({ status, code: body.error.code }).toEqual({ status: 405, code: 'method_not_allowed' })
  expect(headers.get('Allow')).toBe('GET, POST')
  expect(body.error.message).toBe('/plans answers GET, POST, got DELETE.')
})

test('a path that is not UTF-8 is answered with 400', async () => {
  const { status, body } = await server.send('/plans/%E0%A4%A', { headers: by('merchant') })

  expect(status).toBe(400)
  expect(body.error.code).toBe('invalid_parameter')
})

describe('authentication', () => {
  test.each([
    ['nobody', {}, 'missing_credentials', 'Bearer realm="billing-checkout"'],
    [
      'a stranger',
      { Authorization: 'Bearer x' },
      'invalid_credentials',
      'Bearer realm="billing-checkout", error="invalid_token"',
    ],
  ])('%s is told how to authenticate', async (_, headers, code, challenge) => {
    const answer = await server.send('/plans', { headers: headers as Record<string, string> })

    expect(answer.status).toBe(401)
    expect(answer.body.error.code).toBe(code)
    expect(answer.headers.get('WWW-Authenticate')).toBe(challenge)
  })

  test('comes before validation: an unknown caller gets no detail about the request', async () => {
    const { body } = await server.send('/plans?limit=0', {
      method: 'POST',
      body: '{',
      headers: { Authorization: 'Bearer x' },
    })

    expect(body.error.code).toBe('invalid_credentials')
  })

  test('with a client token is refused for the merchant’s operations', async () => {
    const { status, body } = await server.send('/plans', { headers: by('widget') })

    expect(status).toBe(403)
    expect(body.error.message).toBe('A client token may not call findPlans.')
  })

  test('with a scoped key allows its reads and no writes', async () => {
    const read = await server.send('/plans', { headers: by('reader') })
    const written = await server.send('/plans', { method: 'POST', body: '{}', headers: by('reader') })

    expect(read.status).toBe(200)
    expect(written.status).toBe(403)
    expect(written.body.error.message).toBe('This API key lacks the scope plans:write that createPlan needs.')
    expect(server.asked).toHaveLength(1)
  })
})

describe('a request body', () => {
  test.each([
    ['no JSON', '{"name"', {}, 400, 'invalid_json', 'The body must be JSON, and it is not.'],
    ['no UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), {}, 400, 'invalid_json', 'The body must be UTF-8, and it is not.'],
    ['another type', 'a=1', { 'Content-Type': 'text/plain' }, 415, 'unsupported_media_type', 'Content-Type must be'],
    [
      'another encoding',
      '{}',
      { 'Content-Type': 'application/json; charset=latin1' },
      415,
      'unsupported_media_type',
      '',
    ],
    [
      'compression',
      '{}',
      { 'Content-Encoding': 'gzip' },
      415,
      'unsupported_media_type',
      'Content-Encoding must be absent',
    ],
    [
      'ten mebibytes',
      'x'.repeat(10 * 1024 * 1024),
      {},
      413,
      'payload_too_large',
      'The body must be at most 65536 bytes.',
    ],
    [
      'one byte too many',
      `{"metadata":{"a":"${'x'.repeat(65_537 - 21)}"}}`,
      {},
      413,
      'payload_too_large',
      'The body must be at most 65536 bytes.',
    ],
    ['an array', '[]', {}, 400, 'invalid_parameter', 'body must be an object, got an array of 0.'],
    [
      'deep nesting',
      `{"metadata":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
      {},
      400,
      'invalid_parameter',
      'body must be nested at most 32 deep.',
    ],
    [
      'a prototype',
      '{"metadata":{"a":{"__proto__":{"admin":true}}}}',
      {},
      400,
      'unknown_parameter',
      'body must not have a member named __proto__.',
    ],
    [
      'a number with more digits than a double',
      '{"metadata":{"order":9007199254740993}}',
      {},
      400,
      'invalid_parameter',
      'body.metadata.order must be a number that a double keeps exactly; send it as a string.',
    ],
    ['an endless number', '{"plan":{"id":1e400}}', {}, 400, 'invalid_parameter', 'body.plan.id must be a number that'],
    ['a constructor', '{"constructor":{}}', {}, 400, 'unknown_parameter', 'constructor is not a parameter here.'],
  ])('with %s is refused, and nothing is done', async (_, sent, headers, status, code, message) => {
    const answer = await post('/payments', sent, headers as Record<string, string>)

    expect(answer.status).toBe(status)
    expect(answer.body.error.code).toBe(code)
    expect(answer.body.error.message).toContain(message)
    expect(server.asked).toHaveLength(0)
  })

  test('of 65,536 bytes is read', async () => {
    const body = `{"metadata":{"a":"${'x'.repeat(65_536 - 21)}"}}`
    expect(body).toHaveLength(65_536)

    // This refusal names the limit on metadata, so the server must have read the body.
    expect((await post('/payments', body)).body.error.message).toContain('8192 bytes')
  })

  test('without a content type is refused', async () => {
    const { status } = await server.send('/payments', {
      method: 'POST',
      body: new Blob(['{}'], { type: '' }),
      headers: { Authorization: 'Bearer merchant' },
    })

    expect(status).toBe(415)
  })

  test('that is missing is named by the error', async () => {
    const { body } = await server.send('/payments', { method: 'POST', headers: by('merchant') })

    expect(body.error.message).toBe('body is required.')
  })

  test('may start with a byte order mark', async () => {
    expect((await post('/payments', '\uFEFF{}')).status).toBe(200)
  })

  test('may have a metadata key with the name of an object’s method, which is stored and has no effect', async () => {
    const { status } = await post('/payments', '{"metadata":{"constructor":"x","toString":1}}')

    expect(status).toBe(200)
    expect(server.asked[0]?.body).toEqual({ metadata: { constructor: 'x', toString: 1 } })
  })

  test.each([undefined, '{}'])('is not needed by an operation without a body (%s)', async (body) => {
    const { status } = await server.send('/subscriptions/schedule-cancel/sub_1', {
      method: 'POST',
      headers: by('merchant'),
      ...(body === undefined ? {} : { body }),
    })

    expect(status).toBe(200)
  })

  test('with members is refused by an operation without a body', async () => {
    const { body } = await post('/subscriptions/schedule-cancel/sub_1', '{"at":"now"}')

    expect(body.error.code).toBe('unknown_parameter')
  })
})

describe('an error inside the server', () => {
  test('that is a problem is answered with its status, code and waiting time', async () => {
    server.fail(new Problem('payment_in_progress', 'Wait.', { retryAfterSeconds: 3 }))

    const { status, headers, body } = await post('/payments', '{}')

    expect(status).toBe(409)
    expect(headers.get('Retry-After')).toBe('3')
    expect(body.error).toMatchObject({ code: 'payment_in_progress', message: 'Wait.', details: [] })
  })

  test('of any other kind is answered as internal, without details, and logged with the request id', async () => {
    server.fail(new Error('password is hunter2'))

    const { status, body } = await post('/payments', '{}')

    expect(status).toBe(500)
    expect(body.error.code).toBe('internal')
    expect(JSON.stringify(body)).not.toContain('hunter2')
    expect(server.logged.find((line) => line.includes('hunter2'))).toContain(body.error.request_id)
  })

  test('because the database does not answer is answered with 503', async () => {
    server.fail(new AggregateError([], 'x', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) }))

    const { status, headers, body } = await post('/payments', '{}')

    expect(status).toBe(503)
    expect(body.error.code).toBe('unavailable')
    expect(headers.get('Retry-After')).toBe('1')
  })

  test('of the database is logged once, with advice, however many requests fail', async () => {
    server.fail(Object.assign(new Error('could not extend file'), { code: '53100' }))

    const answers = [await post('/payments', '{}'), await post('/payments', '{}')]

    expect(answers.map(({ status, headers }) => [status, headers.get('Retry-After')])).toEqual([
      [503, '30'],
      [503, '30'],
    ])
    const logged = server.logged.filter((line) => !line.includes('"answered"'))
    expect(logged).toEqual([expect.stringContaining('The disk of the database is full')])
  })
})

test('the access log has path patterns, and never paths, queries or credentials', async () => {
  await server.send('/checkout/4dd0aa3e-6d9b-4b36-a8b1-0d54a4a6e0ff?locale=de', {})
  await server.send('/plans', { headers: by('merchant') })

  await expect.poll(() => server.logged.length).toBe(2)
  const [checkout, plans] = server.logged.map((line) => JSON.parse(line) as object)
  expect(checkout).toMatchObject({ route: '/checkout/{session_id}', operation: 'findCheckout', status: 200 })
  expect(plans).toMatchObject({
    organization: 'org_toy',
    operation: 'findPlans',
    method: 'GET',
    ms: expect.any(Number),
  })
  expect(server.logged.join()).not.toMatch(/4dd0aa3e|locale|Bearer/)
})
