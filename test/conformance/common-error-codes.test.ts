import {
  type Operation,
  type OperationName,
  operations,
  type ProblemCode,
  problems,
  problemsOf,
} from '@billing-checkout/contract'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { examples } from '#contract/examples/index.ts'
import { openApiKeys } from '#server/credentials/api-keys.ts'
import { createAuthenticate } from '#server/credentials/authenticate.ts'
import { masterSecretOf } from '#server/credentials/master-secret.ts'
import { createApp } from '#server/http/app.ts'
import { identifyRequest } from '#server/http/answer-once.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { publicRoutesOf } from '#server/operations/checkout.ts'
import { routesOf } from '#server/operations/index.ts'
import { checkAnswer } from '../support/services/check-answer.ts'
import { openTestDatabase } from '../support/databases/databases.ts'
import { useService } from '../support/services/use-service.ts'

// Error codes that all operations of a kind may return, provoked for each operation. Codes that an operation lists as its own are in
// error-codes.test.ts.

/** A correct request of an operation, which a test then changes. */
interface Asked {
  readonly path: string
  readonly query: object
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** The service as usual, one with a strict rate limit, one with a fault, and one whose database is gone. */
type Stage = 'usual' | 'strict' | 'faulty' | 'without database'

interface Provocation {
  readonly stage?: Stage
  readonly change: (asked: Asked, operation: Operation) => Asked | Promise<Asked>
}

const service = useService(() => openTestDatabase('embedded'), {
  settings: { allowed_origins: ['https://shop.example'] },
})
let sessionId: string
let portalToken: string
const urls = {} as Record<Stage, string>

beforeAll(async () => {
  sessionId = (await service.send('POST', '/client-session', { body: {} })).body.id
  const customer = (await service.send('POST', '/customers', { body: {} })).body
  const portal = await service.send('POST', '/portal-session', { body: { customer: { id: customer.id } } })
  portalToken = portal.body.client_token
  const stages = await Promise.all([
    startStage('strict', 0),
    startStage('faulty', 'off', new Error('A fault.')),
    startStage(
      'without database',
      'off',
      Object.assign(new Error('the database system is starting up'), { code: '57P03' }),
    ),
  ])
  urls.usual = service.url
  return () => {
    for (const stop of stages) stop()
  }
})

const startStage = async (stage: Stage, perMinute: number | 'off', error?: Error): Promise<() => void> => {
  const { billing, database } = service
  const apiKeys = openApiKeys(database.db, masterSecretOf('a secret of the tests that nobody else has'), 'sandbox')
  const answers = error && { answer: () => Promise.reject(error) }
  const rateLimiter = createRateLimiter(perMinute)
  const app = createApp({
    routes: routesOf(billing).map((route) => ({ ...route, ...answers })),
    publicRoutes: publicRoutesOf(billing).map((route) => ({ ...route, ...answers })),
    pages: [],
    database: database.db,
    mode: 'sandbox',
    authenticate: createAuthenticate(database.db, apiKeys, billing.clientTokens),
    rateLimiter,
    wallClock: billing.wallClock,
    logger: pino({ enabled: false }),
    observe: () => {},
    trustedProxies: [],
  })
  const server = createServer(app)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  urls[stage] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return () => {
    rateLimiter.stop()
    server.close()
    server.closeAllConnections()
  }
}

const withHeaders =
  (headers: Asked['headers']) =>
  (asked: Asked): Asked => ({ ...asked, headers: { ...asked.headers, ...headers } })

const withBody =
  (body: string) =>
  (asked: Asked): Asked => ({ ...asked, body })

const bearer = (credential: string): Asked['headers'] => ({ Authorization: `Bearer ${credential}` })

const tokenOf = (wall: string): Promise<string> => {
  const { organizationId, billing } = service
  return billing.clientTokens.issueClientToken({
    audience: 'checkout',
    organizationId,
    sessionId,
    wall,
    notAfter: '2999-01-01T00:00:00.000Z',
  })
}

const tokenNow = (): Promise<string> => tokenOf(new Date().toISOString())

/**
 * Stores an idempotency key for the operation, with a hash that `hashOf` makes from the request's own hash, and adds that key to the
 * request.
 */
const withUsedKey =
  (hashOf: (hash: string) => string): Provocation['change'] =>
  async (asked, operation) => {
    const { params, query, body } = examples[operation.name as OperationName].request
    const sent = { params: paramsOf(params), query: query ?? {}, body }
    const principal = operation.callers.includes('merchant')
      ? ({ kind: 'merchant', keyId: 'any', scopes: null } as const)
      : ({ kind: 'widget', sessionId } as const)
    const { caller, key, requestHash } = identifyRequest(operation, principal, crypto.randomUUID(), sent)
    await service.database.db
      .insertInto('idempotencyKeys')
      .values({
        organizationId: service.organizationId,
        caller,
        key,
        requestHash: hashOf(requestHash),
        leaseUntil: '2999-01-01T00:00:00.000Z',
        createdAt: new Date().toISOString(),
      })
      .execute()
    return withHeaders({ 'Idempotency-Key': key })(asked)
  }

/** How to provoke each error code that several operations share. */
const provocations: { readonly [Code in ProblemCode]?: Provocation } = {
  unsupported_api_version: { change: withHeaders({ 'X-API-Version': '9.9.9' }) },
  missing_credentials: { change: (asked) => ({ ...asked, headers: without(asked.headers, 'Authorization') }) },
  invalid_credentials: { change: withHeaders(bearer('sk_sandbox_nobody')) },
  expired_credentials: {
    change: async (asked) => withHeaders(bearer(await tokenOf('2020-01-01T00:00:00.000Z')))(asked),
  },
  insufficient_permission: {
    change: async (asked, { callers }) =>
      withHeaders(
        bearer(callers.includes('widget') ? await service.addKey(service.organizationId, {}) : await tokenNow()),
      )(asked),
  },
  origin_not_allowed: {
    change: async (asked) => withHeaders({ ...bearer(await tokenNow()), Origin: 'https://elsewhere.example' })(asked),
  },
  payload_too_large: { change: withBody(JSON.stringify({ text: 'x'.repeat(70_000) })) },
  unsupported_media_type: {
    change: (asked) => withHeaders({ 'Content-Type': 'text/plain' })({ ...asked, body: asked.body ?? 'text' }),
  },
  invalid_json: {
    change: (asked) => withHeaders({ 'Content-Type': 'application/json' })({ ...asked, body: '{"cut off' }),
  },
  invalid_parameter: {
    change: (asked, { query }) => {
      if (asked.path.includes('nobody')) return { ...asked, path: asked.path.replace('nobody', 'x'.repeat(1000)) }
      // A checkout's only query parameter, a language, is never refused, so make the session's id too long instead.
      if (asked.path.endsWith(sessionId)) return { ...asked, path: asked.path.replace(sessionId, 'x'.repeat(1000)) }
      if (asked.body !== undefined) return { ...asked, body: '[]' }
      const [name] = memberNames(query)
      return { ...asked, query: { [name!]: 'x'.repeat(1000) } }
    },
  },
  unknown_parameter: { change: (asked) => ({ ...asked, query: { nothing_like_it: 1 } }) },
  idempotency_key_reused: { change: withUsedKey(() => 'of another request') },
  idempotency_in_progress: { change: withUsedKey((hash) => hash) },
  rate_limited: { stage: 'strict', change: (asked) => asked },
  internal: { stage: 'faulty', change: (asked) => asked },
  unavailable: { stage: 'without database', change: (asked) => asked },
}

const without = (headers: Asked['headers'], name: string): Asked['headers'] =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name))

const memberNames = (schema: Operation['query']): readonly string[] =>
  'shape' in schema ? Object.keys(schema.shape as object) : []

const paramsOf = (params: object): object =>
  Object.fromEntries(Object.keys(params).map((name) => [name, name === 'session_id' ? sessionId : 'nobody']))

/** The request of the operation's example, with unknown ids and the credential of a caller who may send it. */
const requestOf = async (operation: Operation): Promise<Asked> => {
  const { params, query, body } = examples[operation.name as OperationName].request
  const path = Object.entries(paramsOf(params)).reduce(
    (text, [name, id]) => text.replace(`{${name}}`, id),
    operation.path as string,
  )
  const credential = await credentialFor(operation)
  return {
    path,
    query: query ?? {},
    headers: {
      ...(operation.callers.includes('anyone') ? {} : bearer(credential)),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  }
}

const credentialFor = async (operation: Operation): Promise<string> => {
  if (operation.callers.includes('merchant')) return keyFor(operation)
  return operation.callers.includes('widget') ? tokenNow() : portalToken
}

/** A key without listed scopes may do everything, except what requires a scope by name. */
const keyFor = async ({ scope }: Operation): Promise<string> =>
  scope?.resource === 'audit' || scope?.resource === 'erasure'
    ? service.addKey(service.organizationId, { [scope.resource]: 'write' })
    : service.key

const pairs = Object.values(operations as Record<string, Operation>).flatMap((operation) =>
  problemsOf(operation)
    .filter((code) => !operation.problems.includes(code))
    .map((code) => ({ name: operation.name, code, operation })),
)

test.each(pairs)('$name answers $code', async ({ code, operation }) => {
  const { stage = 'usual', change } = provocations[code]!
  const { path, query, headers, body } = await change(await requestOf(operation), operation)

  const response = await fetch(`${urls[stage]}${path}?${new URLSearchParams(query as Record<string, string>)}`, {
    method: operation.method,
    headers,
    ...(body === undefined ? {} : { body }),
  })
  const answer = (await response.json()) as { readonly error?: { readonly code: string } }

  expect({ status: response.status, code: answer.error?.code ?? answer }).toEqual({ status: problems[code], code })
  checkAnswer(operation.method, path, response.status, answer)
})
