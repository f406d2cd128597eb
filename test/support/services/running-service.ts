import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Insertable } from 'kysely'
import { pino } from 'pino'
import type { Billing } from '#server/billing/billing.ts'
import type { BinDirectory } from '#server/bins/bin-data.ts'
import { withOurPages } from '#server/billing/links/our-pages.ts'
import { createBilling } from '#server/wiring/create-billing.ts'
import { openApiKeys, type Scopes } from '#server/credentials/api-keys.ts'
import type { IdentityProvider } from '#server/credentials/identities/identity-provider.ts'
import type { Mailer } from '#server/emails/mailer.ts'
import { createAuthenticateUser } from '#server/credentials/users/authenticate-user.ts'
import { dashboardRoutesOf } from '#server/operations/dashboard/dashboard-routes.ts'
import type { Organization } from '#server/organization/organization.ts'
import { sessionRouter } from '#server/pages/dashboard/session-router.ts'
import { createAuthenticate } from '#server/credentials/authenticate.ts'
import { masterSecretOf } from '#server/credentials/master-secret.ts'
import { createApp } from '#server/http/app.ts'
import { reserveDashboardHost } from '#server/http/dashboard/reserve-dashboard-host.ts'
import { createRateLimiter } from '#server/http/rate-limit.ts'
import { actionsRouter } from '#server/pages/actions/actions-router.ts'
import type { Observer } from '#server/logging/observer.ts'
import type { Tracing } from '#server/logging/tracing.ts'
import type { FairTurns } from '#database/turns/fair-turns.ts'
import { declarationsRouter } from '#server/pages/hosted/declarations/declarations-router.ts'
import { hostedRouter } from '#server/pages/hosted/hosted-router.ts'
import { portalRouter } from '#server/pages/portal/portal-router.ts'
import { logosRouter } from '#server/pages/hosted/logos-router.ts'
import { notificationsRouter } from '#server/pages/notifications-router.ts'
import type { Processor } from '#server/processors/processor.ts'
import type { Replica } from '#server/store/lists/replica.ts'
import type { Schema } from '#server/store/schema/schema.ts'
import type { TaxCalculator } from '#server/taxes/tax-calculator.ts'
import { checkAnswer } from './check-answer.ts'
import type { TestDatabase } from '../databases/databases.ts'

/** The service's answer to a request. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  // A test looks into any answer; its expectation fails if something is missing.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

/** How a request differs from the default, which has the organization's key. */
export interface SentRequest {
  readonly body?: unknown
  /** A credential other than the organization's own key; null sends none. */
  readonly key?: string | null
  readonly headers?: Readonly<Record<string, string>>
}

/** The whole service over one database, on its own port, with one organization to begin with. */
export interface RunningService {
  readonly url: string
  readonly billing: Billing
  readonly database: TestDatabase
  readonly organizationId: string
  readonly key: string
  readonly logged: string[]
  /** Sends a request and checks the answer against /openapi.json. */
  send(method: string, path: string, sent?: SentRequest): Promise<Answer>
  /** Adds another organization. Returns its id and its key. */
  addOrganization(name: string, settings?: object): Promise<{ readonly organizationId: string; readonly key: string }>
  addKey(organizationId: string, scopes: Scopes): Promise<string>
  close(): Promise<void>
}

/** Parts and settings with which a service is started instead of the usual ones. */
export interface ServiceOptions {
  readonly processor?: Processor
  readonly otherProcessors?: readonly Processor[]
  readonly taxes?: TaxCalculator
  readonly bins?: BinDirectory
  readonly mailer?: Mailer
  readonly settings?: object
  /** The wall clock; absent for the machine's own. */
  readonly wallClock?: () => string
  /** The database from which lists are read if it has caught up with the main one. */
  readonly replica?: Replica
  readonly observer?: Observer
  readonly tracing?: Tracing
  /** The turns in which requests are processed. */
  readonly turns?: FairTurns
  /** Proxies that the service trusts to state the shopper's address. */
  readonly trustedProxies?: readonly string[]
  readonly hostedPages?: Billing['hostedPages']
  /** The host of `PUBLIC_URL`, if it is not the address that the service listens on. */
  readonly publicHost?: string
  readonly dashboardOrigin?: string
  readonly identityProvider?: IdentityProvider
}

/** The keys of the first service in this process, reused by all others, because making a key costs as much as ten requests. */
let keysOfFirst: Insertable<Schema['serverKeys']>[] | undefined

/** Starts the service in this process. */
export const startService = async (database: TestDatabase, options: ServiceOptions = {}): Promise<RunningService> => {
  const logged: string[] = []
  const logger = pino({ base: undefined }, { write: (line) => void logged.push(line) })
  const masterSecret = masterSecretOf('a secret of the tests that nobody else has')
  const { wallClock = () => new Date().toISOString() } = options
  const { db } = database
  if (keysOfFirst !== undefined)
    await db
      .insertInto('serverKeys')
      .values(keysOfFirst)
      .onConflict((kid) => kid.doNothing())
      .execute()
  let url = ''
  const publicUrl = () => (options.publicHost === undefined ? url : url.replace('127.0.0.1', options.publicHost))
  const assembled = await createBilling({
    database: db,
    mode: 'sandbox',
    masterSecret,
    logger,
    wallClock,
    publicUrl,
    ...(options.processor && { processor: options.processor }),
    ...(options.otherProcessors && { otherProcessors: options.otherProcessors }),
    ...(options.observer && { observer: options.observer }),
    tracing: options.tracing,
    ...(options.replica && { replica: options.replica }),
    ...(options.taxes && { taxes: options.taxes }),
    ...(options.bins && { bins: options.bins }),
    ...(options.mailer && { mailer: options.mailer }),
    ...(options.dashboardOrigin !== undefined && { dashboardOrigin: () => options.dashboardOrigin ?? '' }),
    ...(options.identityProvider && { identityProvider: options.identityProvider }),
    ...(options.hostedPages && { hostedPages: options.hostedPages }),
  })
  keysOfFirst ??= (await db.selectFrom('serverKeys').selectAll().execute()).map((key) => ({
    ...key,
    publicJwk: JSON.stringify(key.publicJwk),
  }))
  const apiKeys = openApiKeys(db, masterSecret, 'sandbox')
  const rateLimiter = createRateLimiter('off')
  const withPages = (organization: Organization) => withOurPages(assembled.billing, organization)
  const app = createApp({
    routes: [...assembled.routes, ...dashboardRoutesOf(assembled.billing, apiKeys)],
    publicRoutes: assembled.publicRoutes,
    pages: [
      actionsRouter({ ...assembled.billing, rateLimiter }),
      notificationsRouter({ ...assembled.billing, rateLimiter }),
      hostedRouter({
        ...assembled.billing,
        rateLimiter,
        manifest: { versioned_script: 'script.js', integrity: 'sha384-x' },
      }),
      portalRouter({
        ...assembled.billing,
        rateLimiter,
        manifest: {
          versioned_script: 'script.js',
          integrity: 'sha384-x',
          portal: { versioned_script: 'portal.js', integrity: 'sha384-y' },
        },
      }),
      declarationsRouter({ ...assembled.billing, rateLimiter }),
      sessionRouter({ ...assembled.billing, rateLimiter, originsOfFirst: null }),
      logosRouter({ database: db, rateLimiter }),
      ...assembled.processorPages,
    ],
    database: db,
    mode: 'sandbox',
    authenticate: createAuthenticate(db, apiKeys, assembled.clientTokens, withPages),
    dashboard: {
      origin: assembled.billing.dashboardOrigin,
      authenticate: createAuthenticateUser({ database: db }, withPages),
    },
    dashboardHost: reserveDashboardHost(assembled.billing),
    rateLimiter,
    wallClock,
    logger,
    observe: () => {},
    tracing: options.tracing,
    ...(options.turns && { turns: options.turns }),
    trustedProxies: options.trustedProxies ?? [],
  })
  const server = createServer(app)
  // Stories pause. If idle connections ended after five seconds, one might end just when it is used again.
  server.keepAliveTimeout = 65_000
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  let organizations = 0
  const addKey = async (organizationId: string, scopes: Scopes) =>
    (await apiKeys.create(organizationId, { scopes, wall: wallClock() })).key
  const addOrganization = async (name: string, settings: object = {}) => {
    const organizationId = `org_${++organizations}`
    await db
      .insertInto('organizations')
      .values({
        id: organizationId,
        name,
        settings: JSON.stringify(settings),
        createdAt: wallClock(),
        updatedAt: wallClock(),
      })
      .execute()
    return { organizationId, key: await addKey(organizationId, null) }
  }
  const first = await addOrganization('Lantern Books', options.settings)

  return {
    url,
    billing: assembled.billing,
    database,
    ...first,
    logged,
    addOrganization,
    addKey,
    async send(method, path, { body, key = first.key, headers = {} } = {}) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const text = await response.text()
      const answered = text === '' ? undefined : (JSON.parse(text) as unknown)
      if (response.status === 500)
        throw new Error(`${method} ${path} broke: ${logged.findLast((line) => line.includes('stack'))}`)
      checkAnswer(method, path, response.status, answered)
      return { status: response.status, headers: response.headers, body: answered }
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
