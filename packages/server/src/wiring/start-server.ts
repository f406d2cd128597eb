import { watchTroubles } from '@billing-checkout/database/errors'
import type { Timestamp } from '@billing-checkout/domain'
import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { Billing } from '../billing/billing.ts'
import { beginJournal } from '../billing/erasure/journal-erasures.ts'
import { withOurPages } from '../billing/links/our-pages.ts'
import { serveCommands } from '../cli/run/serve-commands.ts'
import type { Config } from '../config/config.ts'
import { frameOriginOf } from '../config/frame-origin-of.ts'
import { isPublic } from '../config/is-public.ts'
import { StartProblem } from '../config/start-problem.ts'
import type { Connections } from '../connections/registry.ts'
import { type ApiKeys, openApiKeys } from '../credentials/api-keys.ts'
import { createAuthenticate } from '../credentials/authenticate.ts'
import { createOpenIdConnectProvider } from '../credentials/identities/create-open-id-connect-provider.ts'
import { createAuthenticateUser } from '../credentials/users/authenticate-user.ts'
import type { Mailer } from '../emails/mailer.ts'
import { smtpMailer } from '../emails/smtp-mailer.ts'
import { createApp } from '../http/app.ts'
import { reserveDashboardHost } from '../http/dashboard/reserve-dashboard-host.ts'
import { listen } from '../http/listen.ts'
import { findProxyWarnings, untrustedProxy } from '../http/proxies/proxy-warnings.ts'
import { createRateLimiter } from '../http/rate-limit.ts'
import type { Job } from '../jobs/job.ts'
import { startJobs } from '../jobs/start-jobs.ts'
import { noObserver } from '../logging/observer.ts'
import { openTracing } from '../logging/open-tracing.ts'
import { dashboardRoutesOf } from '../operations/dashboard/dashboard-routes.ts'
import type { Organization } from '../organization/organization.ts'
import { reserveFrameHost } from '../pages/frame/reserve-frame-host.ts'
import { createCounters } from '../pages/monitoring/counters.ts'
import { healthRouter } from '../pages/monitoring/health-router.ts'
import { metricsRouter } from '../pages/monitoring/metrics-router.ts'
import { readinessDetail } from '../pages/monitoring/readiness-detail.ts'
import type { Database } from '../store/database.ts'
import { clockSetBackMessage, findClockSetBack } from '../store/health/find-clock-set-back.ts'
import { watchClock } from '../store/health/watch-clock.ts'
import { wakeSenderAfterCommits } from '../webhooks/sending/wake-sender-after-commits.ts'
import { type BillingDependencies, createBilling } from './create-billing.ts'
import { openPages, readElement } from './open-pages.ts'
import { openStore, type Store } from './open-store.ts'
import { readOperatorFiles } from './read-operator-files.ts'
import { refuseLiveWithoutDatabase, refuseUnreadyForLive } from './refuse-unready-live.ts'

/** Options of a server. All but the configuration and the logger have defaults. */
export interface ServerOptions extends Partial<
  Pick<
    BillingDependencies,
    'processor' | 'otherProcessors' | 'loadAdapter' | 'rates' | 'bins' | 'taxes' | 'mailer' | 'wallClock'
  >
> {
  readonly config: Config
  readonly logger: Logger
  /** The folder of the built element. */
  readonly assetsFolder?: string
  /** The duty of this process; absent: both duties. */
  readonly duty?: Duty
}

/**
 * The duty of one of several processes that share one PostgreSQL database: `requests` serves requests and leaves due work to other
 * processes; `due work` processes due work and serves only health checks and metrics.
 */
export type Duty = 'requests' | 'due work'

/** A running server, with the parts of it that code in the same process may call without HTTP. */
export interface RunningServer {
  /** `PUBLIC_URL`, or the address that it listens on. */
  readonly url: string
  /** The card frame's own origin; null if it uses the server's. */
  readonly frameOrigin: string | null
  readonly billing: Billing
  readonly connections: Connections
  readonly apiKeys: ApiKeys
  /**
   * For `DRAIN_SECONDS`, answers `/readyz` with 503 and serves everything else as before, so that a proxy sends its requests elsewhere
   * before `close`. A process that only does due work has no proxy and returns immediately.
   */
  drain(): Promise<void>
  /** Accepts no new requests, finishes running work, and closes the database. May be called twice. */
  close(): Promise<void>
}

/** Starts a whole server. If that fails, closes everything that it has opened and throws the reason. */
export const startServer = async (options: ServerOptions): Promise<RunningServer> => {
  const { config, logger, duty } = options
  refuseSplitDutyOfEmbedded(config, duty)
  refuseLiveWithoutDatabase(config)
  const wallClock = options.wallClock ?? (() => new Date().toISOString())
  const closing = new AsyncDisposableStack()
  try {
    const tracing = config.tracing === 'opentelemetry' ? await openTracing(logger) : undefined
    closing.defer(() => tracing?.flush())
    const store = await openStore(config, logger)
    closing.defer(() => store.database.close())
    closing.defer(() => store.replica?.close())
    const { db } = store.database
    if (config.mode === 'live') await refuseUnreadyForLive(options, db)
    await warnOfProxies(config, db, logger, wallClock())
    await beginJournal({ database: db, erasuresFile: config.erasuresFile }, logger)
    let url = config.publicUrl ?? ''
    const { metricsToken: token } = config
    const counters = token === null ? undefined : createCounters()
    const observer = counters?.observer ?? noObserver
    const frameOrigin = () => frameOriginOf(config, url)
    const dashboardOrigin = () => config.dashboardOrigin ?? url
    const assets = await readElement(logger, options.assetsFolder)
    const mailer = options.mailer ?? mailerOf(config)
    closing.defer(() => mailer?.close())
    const assembled = await createBilling({
      ...(await readOperatorFiles(config)),
      ...options,
      database: db,
      replica: store.replica,
      mode: config.mode,
      masterSecret: store.masterSecret,
      webhooksAllow: config.webhooksAllow,
      wallClock,
      publicUrl: () => url,
      isPublic: () => isPublic(config),
      frameOrigin,
      dashboardOrigin,
      identityProvider: config.identityProvider && createOpenIdConnectProvider(config.identityProvider, { wallClock }),
      hostedPages: config.hostedPages === 'on' && assets === undefined ? 'not built' : config.hostedPages,
      observer,
      tracing,
      eventMonthsKept: config.eventMonthsKept,
      auditMonthsKept: config.auditMonthsKept,
      erasuresFile: config.erasuresFile,
      ...(mailer && { mailer }),
    })
    closing.defer(assembled.connections.watch())
    const apiKeys = openApiKeys(db, store.masterSecret, config.mode)
    const withPages = (organization: Organization) => withOurPages(assembled.billing, organization)
    const rateLimiter = createRateLimiter(config.rateLimit, store.database.kind === 'postgresql' ? db : undefined)
    closing.defer(() => rateLimiter.stop())

    let stopping = false
    const troubles = watchTroubles(logger)
    const { ping, probeWrite } = store.database
    const operators = token === null || !counters ? undefined : { ...assembled.billing, token, counters }
    const health = healthRouter({
      isStopping: () => stopping,
      ping,
      probeWrite,
      troubles,
      operators: operators ? { token: operators.token, detail: () => readinessDetail(operators) } : null,
    })
    const served =
      duty === 'due work'
        ? { routes: [], publicRoutes: [], pages: [] }
        : {
            publicRoutes: assembled.publicRoutes,
            routes: [...assembled.routes, ...dashboardRoutesOf(assembled.billing, apiKeys)],
            pages: await openPages({ ...options, store, assembled, rateLimiter, assets }),
          }
    const listening = await listen(
      createApp({
        ...served,
        pages: [health, ...(operators ? [metricsRouter(operators)] : []), ...served.pages],
        database: db,
        mode: config.mode,
        authenticate: createAuthenticate(db, apiKeys, assembled.clientTokens, withPages),
        dashboard: { origin: dashboardOrigin, authenticate: createAuthenticateUser({ database: db }, withPages) },
        rateLimiter,
        wallClock,
        logger,
        troubles,
        frameHost: reserveFrameHost({ frameOrigin, publicUrl: () => url, isNamed: config.frameOrigin !== null }),
        dashboardHost: reserveDashboardHost({ dashboardOrigin, publicUrl: () => url }),
        observe: counters?.observe ?? (() => {}),
        observeTurn: counters?.observeTurn,
        tracing,
        trustedProxies: config.trustedProxies,
      }),
      config.host,
      config.port,
    )
    url = config.publicUrl ?? listening.url
    if (duty !== 'requests') {
      const sender = assembled.webhookSender()
      closing.defer(() => sender.close())
      const watchers = { logger, troubles, observer, tracing }
      closing.defer(wakeSenderAfterCommits(assembled.billing, sender))
      const jobs = [...assembled.jobs, maintenanceOf(store)]
      closing.defer(startJobs(jobs, assembled.dueWorkJobs, watchers))
    }
    if (store.database.kind === 'postgresql')
      closing.defer(watchClock(db, `${hostname()}:${new URL(listening.url).port}`, logger))
    closing.defer(() => listening.stop())
    closing.defer(
      await serveCommands(config.dataDir, {
        config,
        store,
        apiKeys,
        billing: assembled,
        wallClock,
        answeredBy: 'server',
      }).catch((error) => {
        if (store.database.kind === 'embedded') throw error
        logger.warn({ err: error }, 'the command line cannot reach this server: its data folder cannot be written')
        return () => Promise.resolve()
      }),
    )
    closing.defer(() => {
      stopping = true
    })
    const ahead = await findClockSetBack(db)
    if (ahead !== undefined) logger.warn({ seconds: ahead }, clockSetBackMessage(ahead))
    logger.info({ url, mode: config.mode, database: store.database.kind, ...(duty && { duty }) }, 'ready')
    const { billing, connections } = assembled
    return {
      url,
      frameOrigin: frameOrigin(),
      billing,
      connections,
      apiKeys,
      async drain() {
        stopping = true
        if (duty !== 'due work') await listening.drain(config.drainSeconds)
      },
      close: () => closing.disposeAsync(),
    }
  } catch (error) {
    await closing.disposeAsync()
    throw error
  }
}

/**
 * Throws for the embedded database if only one duty is wanted. Only one process can open this database, so no other could do the other
 * duty.
 */
const refuseSplitDutyOfEmbedded = ({ databaseUrl }: Config, duty: Duty | undefined): void => {
  if (duty === undefined || databaseUrl !== null) return
  throw new StartProblem(
    'Requests and due work are split between processes over one PostgreSQL: set DATABASE_URL. The embedded database belongs to one process, which does both: `billing-checkout serve`.',
  )
}

/**
 * Warns the operator of problems with proxies that affect shoppers. If the settings trust a proxy, the stored warning about an untrusted
 * proxy is removed afterwards; a later request stores it again if it still applies.
 */
const warnOfProxies = async (config: Config, db: Database, logger: Logger, wall: Timestamp): Promise<void> => {
  for (const { message } of await findProxyWarnings(config, db, wall)) logger.warn(message)
  if (config.trustedProxies.length > 0)
    await db.deleteFrom('operatorWarnings').where('name', '=', untrustedProxy).execute()
}

/** The operator's mail server, if one is configured. */
const mailerOf = ({ smtpUrl: url, mailFrom: fromAddress }: Config): Mailer | undefined =>
  url === null || fromAddress === null ? undefined : smtpMailer({ url, fromAddress })

const maintenanceOf = ({ database }: Store): Job => ({
  name: 'maintain-database',
  everySeconds: 300,
  run: () => database.maintain(),
})
