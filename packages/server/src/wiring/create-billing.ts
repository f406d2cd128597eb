import type { Timestamp } from '@billing-checkout/domain'
import type { Router } from 'express'
import type { Logger } from 'pino'
import { queryReference } from '../billing/attempts/query-processor.ts'
import type { Billing } from '../billing/billing.ts'
import { finishers } from '../billing/outcomes/finishers.ts'
import type { BinDirectory } from '../bins/bin-data.ts'
import { bundledBins } from '../bins/bundled-bins.ts'
import { isPublicUrl } from '../config/is-public.ts'
import { type Connections, type LoadAdapter, openConnections } from '../connections/registry.ts'
import { type CardKeys, openCardKeys } from '../credentials/card-keys.ts'
import { type ClientTokens, openClientTokens } from '../credentials/client-tokens.ts'
import type { IdentityProvider } from '../credentials/identities/identity-provider.ts'
import type { MasterSecret } from '../credentials/master-secret.ts'
import type { Mailer } from '../emails/mailer.ts'
import { storedMailer } from '../emails/stored-mailer.ts'
import { bundledRates, type ExchangeRateSource } from '../exchange/exchange-rates.ts'
import type { PublicRoute, Route } from '../http/route.ts'
import { auditMonthsJob, sealAuditJob } from '../jobs/audit-jobs.ts'
import { dueWorkJobs } from '../jobs/due-work-jobs.ts'
import type { Job } from '../jobs/job.ts'
import { recordingJobs } from '../jobs/recording-jobs.ts'
import { deleteExpiredJob, eventMonthsJob, retentionJob } from '../jobs/retention-jobs.ts'
import { noObserver, type Observer } from '../logging/observer.ts'
import type { Tracing } from '../logging/tracing.ts'
import { publicRoutesOf } from '../operations/checkout.ts'
import { routesOf } from '../operations/index.ts'
import { confirmationPages } from '../pages/sandbox/confirmation-pages.ts'
import { withCallTimeouts } from '../processors/calls/with-call-timeouts.ts'
import { type Breaker, createBreaker } from '../processors/calls/breaker.ts'
import { observeCalls } from '../processors/calls/observe-calls.ts'
import { watchAnswers } from '../processors/calls/watch-answers.ts'
import { noProcessor } from '../processors/no-processor.ts'
import type { Processor } from '../processors/processor.ts'
import { requireCompleteProcessor } from '../processors/require-complete-processor.ts'
import { sandboxProcessor } from '../processors/sandbox/sandbox-processor.ts'
import { validateAnswers } from '../processors/understanding/validate-answers.ts'
import type { Database } from '../store/database.ts'
import type { Replica } from '../store/lists/replica.ts'
import { registerConnections } from '../store/reconcile-first/reconcile-first.ts'
import { traceWrites } from '../store/writes/trace-writes.ts'
import { bundledTaxes } from '../taxes/bundled/bundled-taxes.ts'
import type { TaxCalculator } from '../taxes/tax-calculator.ts'
import { openVault } from '../vault/vault.ts'
import { createWebhookSender, type WebhookSender } from '../webhooks/sending/webhook-sender.ts'
import { loadAdapter } from './load-adapter.ts'

/** The parts from which billing is assembled. An operator or a test may replace those that have a default. */
export interface BillingDependencies {
  readonly database: Database
  /** The database from which lists are read if it is up to date with the main one. */
  readonly replica?: Replica | undefined
  readonly mode: 'sandbox' | 'live'
  readonly masterSecret: MasterSecret
  readonly logger: Logger
  readonly wallClock: () => Timestamp
  /** The processor that charges new methods; absent: the sandbox's, or none in live mode. */
  readonly processor?: Processor
  /** Other processors to which attempts and stored methods may belong. */
  readonly otherProcessors?: readonly Processor[]
  /** How the adapters of connections are loaded; absent: as installed packages. */
  readonly loadAdapter?: LoadAdapter
  readonly rates?: ExchangeRateSource
  readonly bins?: BinDirectory
  readonly taxes?: TaxCalculator
  /** Addresses and subnets of private networks to which webhooks may be sent; absent: none. */
  readonly webhooksAllow?: readonly string[]
  /** The address at which shoppers' browsers reach this server; absent: `http://localhost:4242`. */
  readonly publicUrl?: () => string
  /** Whether other machines reach this server; absent: `publicUrl` decides. */
  readonly isPublic?: () => boolean
  /** The card frame's own origin; absent: the server's. */
  readonly frameOrigin?: () => string | null
  /** The base URL of the dashboard; absent: that of `publicUrl`. */
  readonly dashboardOrigin?: () => string
  /** The identity provider with which users of the dashboard may also sign in; absent: none. */
  readonly identityProvider?: IdentityProvider | null
  /** See {@link Billing.hostedPages}; absent: `on`. */
  readonly hostedPages?: Billing['hostedPages']
  /** How many whole months of events are kept; absent: all. */
  readonly eventMonthsKept?: number | null
  /** How many whole months of the audit log are kept; absent: all. */
  readonly auditMonthsKept?: number | null
  /** The journal of erasures outside the database; absent: none. */
  readonly erasuresFile?: string | null
  /** Sends emails; absent: emails are stored in sandbox mode, and there are none in live mode. */
  readonly mailer?: Mailer | null
  /** Counts events and calls; absent: nothing is counted. */
  readonly observer?: Observer
  /** Makes trace spans; absent: none. */
  readonly tracing?: Tracing | undefined
}

/** Assembled billing: the routes of the operations, the jobs, and the credentials that it checks. */
export interface AssembledBilling {
  readonly billing: Billing
  readonly connections: Connections
  readonly routes: readonly Route[]
  readonly publicRoutes: readonly PublicRoute[]
  readonly jobs: readonly Job[]
  /** Returns the sender of webhooks, which the first call creates; its caller closes it. */
  readonly webhookSender: () => WebhookSender
  /** The jobs of due work at this moment. Adding a connection adds jobs. */
  readonly dueWorkJobs: () => readonly Job[]
  /** Pages on which shoppers approve or decline at the sandbox processor. */
  readonly processorPages: readonly Router[]
  /** Whether emails are stored for the sandbox's page instead of being sent. */
  readonly storesEmails: boolean
  readonly cardKeys: CardKeys
  readonly clientTokens: ClientTokens
}

/** Assembles billing over a migrated database. */
export const createBilling = async (parts: BillingDependencies): Promise<AssembledBilling> => {
  const { database, masterSecret, wallClock } = parts
  const cardKeys = await openCardKeys(database, masterSecret, wallClock())
  const clientTokens = await openClientTokens(database, masterSecret, wallClock())
  const sandbox = sandboxProcessor({ database })
  const publicUrl = parts.publicUrl ?? (() => 'http://localhost:4242')
  const own = parts.processor ?? (parts.mode === 'sandbox' ? sandbox : noProcessor)
  const storesEmails = parts.mode === 'sandbox' && !parts.mailer
  const breakers = new Map<string, Breaker>()
  const observer = parts.observer ?? noObserver
  if (parts.tracing) traceWrites(database, parts.tracing)
  const trusted = (processor: Processor): Processor => {
    requireCompleteProcessor(processor)
    // If a connection is reopened with another key, its processor keeps the same breaker and the failures that it has counted.
    const breaker = breakers.get(processor.id) ?? createBreaker(processor.id, parts)
    breakers.set(processor.id, breaker)
    return observeCalls(trust(processor, parts.logger, breaker), observer, parts.tracing)
  }
  const connections = await openConnections({
    ...parts,
    connectionKey: masterSecret.deriveKey('connection credentials'),
    loadAdapter: parts.loadAdapter ?? loadAdapter,
    wrapProcessor: trusted,
    defaultProcessor: trusted(own),
    otherProcessors: (parts.otherProcessors ?? []).map(trusted),
  })
  const billing: Billing = {
    database,
    finishers,
    replica: parts.replica,
    mode: parts.mode,
    logger: parts.logger,
    processors: connections.processors,
    connections,
    breakers,
    observer,
    tracing: parts.tracing,
    rates: parts.rates ?? bundledRates(),
    bins: parts.bins ?? bundledBins,
    taxes: parts.taxes ?? bundledTaxes(parts.mode),
    cardKeys,
    clientTokens,
    vault: openVault(database, masterSecret),
    fingerprintKey: masterSecret.deriveKey('fingerprints'),
    webhookKey: masterSecret.deriveKey('webhook secrets'),
    pagesKey: masterSecret.deriveKey('pages'),
    auditKey: masterSecret.deriveKey('audit'),
    sendWebhooks: () => webhookSender().begin(),
    webhooksAllow: parts.webhooksAllow ?? [],
    erasuresFile: parts.erasuresFile,
    mailBreaker: createBreaker('mail server', parts, {
      silent: 'the mail server does not answer: emails wait',
      answers: 'the mail server answers again: emails continue',
    }),
    mailer: storesEmails ? storedMailer(database, sandboxSender) : (parts.mailer ?? null),
    wallClock,
    publicUrl,
    isPublic: parts.isPublic ?? (() => isPublicUrl(publicUrl())),
    dashboardOrigin: parts.dashboardOrigin ?? publicUrl,
    identityProvider: parts.identityProvider ?? null,
    frameOrigin: parts.frameOrigin ?? (() => null),
    hostedPages: parts.hostedPages ?? 'on',
  }
  let sender: WebhookSender | undefined
  const webhookSender = () => (sender ??= createWebhookSender(billing))
  const { auditKey } = billing
  const { eventMonthsKept = null, auditMonthsKept = null } = parts
  await registerConnections(
    database,
    billing.processors.all.flatMap(({ id }) => (id === noProcessor.id ? [] : [id])),
  )
  return {
    billing,
    connections,
    routes: routesOf(billing),
    publicRoutes: publicRoutesOf(billing),
    processorPages: billing.processors.all.some(({ id }) => id === sandbox.id)
      ? [
          confirmationPages({
            database,
            queryReference: (reference) => queryReference(billing, sandbox.id, reference),
          }),
        ]
      : [],
    storesEmails,
    webhookSender,
    dueWorkJobs: () => dueWorkJobs(billing),
    jobs: [
      ...recordingJobs(billing),
      deleteExpiredJob(billing),
      retentionJob(billing),
      eventMonthsJob(billing, { keptMonths: eventMonthsKept, auditKey }),
      ...(auditMonthsKept === null ? [] : [auditMonthsJob(database, { keptMonths: auditMonthsKept, key: auditKey })]),
      sealAuditJob(database, auditKey, parts.logger),
    ],
    cardKeys,
    clientTokens,
  }
}

/** The sender of the sandbox's emails. These emails are only stored, so no customer can reply to this address (RFC 2606). */
const sandboxSender = 'billing@sandbox.example'

/** Wraps a processor for billing: checks its answers, enforces its time-out, and counts its failures in a breaker. */
const trust = (processor: Processor, logger: Logger, breaker: Breaker): Processor =>
  watchAnswers(withCallTimeouts(validateAnswers(processor, logger)), breaker)
