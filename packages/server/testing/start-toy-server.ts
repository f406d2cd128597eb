import { type Operation, operations, Problem } from '@billing-checkout/contract'
import type { FairTurns } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { openTestDatabase } from '../../../test/support/databases/databases.ts'
import type { Authenticate } from '../src/credentials/authenticate.ts'
import { organizationSettings } from '../src/organization/settings.ts'
import type { Principal } from '../src/organization/caller-context.ts'
import { createApp } from '../src/http/app.ts'
import { createRateLimiter } from '../src/http/rate-limit.ts'
import { publicRoute, type AuthenticatedRequest, route } from '../src/http/route.ts'

/** A server with the real HTTP layer and toy operations. It records the calls in order. */
export interface ToyServer {
  readonly asked: AuthenticatedRequest<Operation>[]
  readonly logged: string[]
  /** The seconds that each request has waited for its turn. */
  readonly waited: readonly number[]
  readonly database: Awaited<ReturnType<typeof openTestDatabase>>
  /** Makes the operations throw this error instead of answering. */
  fail(error: Error | undefined): void
  /** Makes the operations wait for `freed` before they do anything else. */
  holdUntil(freed: Promise<void>): void
  send(path: string, init?: RequestInit): Promise<Answer>
  close(): Promise<void>
}

/** An answer of the server. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  // A test reads any member of an answer; its expectation fails if the member is missing.
  readonly body: { readonly error: { code: string; message: string; details: unknown[]; request_id: string } }
}

/** The wall-clock time at which everything happens on a toy server. */
export const toyWall: Timestamp = '2026-11-21T12:00:00.000Z'

/**
 * Starts a toy server. Credentials are `merchant`, `reader` (may only read plans) and `widget`, and
 * `neighbour` of another organization.
 */
export const startToyServer = async (
  options: { rateLimit?: number; allowedOrigins?: readonly string[] | null; turns?: FairTurns } = {},
): Promise<ToyServer> => {
  const database = await openTestDatabase('embedded')
  const asked: AuthenticatedRequest<Operation>[] = []
  const logged: string[] = []
  const waited: number[] = []
  let failure: Error | undefined
  let held: Promise<void> | undefined
  const answerAnything = async (request: unknown): Promise<never> => {
    asked.push(request as AuthenticatedRequest<Operation>)
    await held
    if (failure !== undefined) throw failure
    return { done: asked.length } as never
  }
  const app = createApp({
    routes: merchantRows.map((row) => route(row as Operation, answerAnything)),
    publicRoutes: [publicRoute(operations.findCheckout as Operation, answerAnything)],
    pages: [],
    database: database.db,
    mode: 'sandbox',
    authenticate: authenticateToy(options.allowedOrigins ?? null),
    rateLimiter: createRateLimiter(options.rateLimit ?? 'off'),
    ...(options.turns && { turns: options.turns }),
    wallClock: () => toyWall,
    logger: pino({ base: undefined }, { write: (line) => void logged.push(line) }),
    observe: () => {},
    observeTurn: (seconds) => waited.push(seconds),
    trustedProxies: [],
  })
  const server = createServer(app).listen(0, '127.0.0.1')
  // Stories pause. With Node's default of five seconds, a connection might close just when a story uses it again.
  server.keepAliveTimeout = 65_000
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    asked,
    logged,
    waited,
    database,
    fail: (error) => {
      failure = error
    },
    holdUntil(freed) {
      held = freed
    },
    async send(path, init = {}) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, init)
      const text = await answer.text()
      return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) }
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await database.close()
    },
  }
}

const merchantRows = [
  operations.findPlans,
  operations.createPlan,
  operations.findPlan,
  operations.findPayments,
  operations.createPayment,
  operations.updateCustomer,
  operations.scheduleCancellation,
  operations.findSubscription,
  operations.updateSubscription,
]

const authenticateToy =
  (allowedOrigins: readonly string[] | null): Authenticate =>
  async (header) => {
    const principal = principals[header?.replace('Bearer ', '') ?? '']
    if (header === undefined) throw new Problem('missing_credentials', 'Credentials are missing.')
    if (principal === undefined) throw new Problem('invalid_credentials', 'The credentials are unknown.')
    const settings = organizationSettings.parse({ allowed_origins: allowedOrigins })
    const id = principal === principals.neighbour ? 'org_neighbour' : 'org_toy'
    return { organization: { id, name: 'Toys', settings }, principal }
  }

const principals: Readonly<Record<string, Principal>> = {
  neighbour: { kind: 'merchant', keyId: 'key_neighbour', scopes: null },
  merchant: { kind: 'merchant', keyId: 'key_all', scopes: null },
  reader: { kind: 'merchant', keyId: 'key_reader', scopes: { plans: 'read' } },
  widget: { kind: 'widget', sessionId: '0b0e7f3e-93a2-4f9c-8f3c-6d1a1c0e2b11' },
}

/** The headers of a JSON request by one of the toy callers. */
export const by = (caller: 'merchant' | 'reader' | 'widget' | 'neighbour', more: Record<string, string> = {}) => ({
  Authorization: `Bearer ${caller}`,
  'Content-Type': 'application/json',
  ...more,
})
