import { paymentMethodTypes } from '@billing-checkout/contract'
import { createLogger, createOrganization, type Processor, readConfig, startServer } from '#server/index.ts'
import { stripeProcessor } from '@billing-checkout/stripe'
import { sql } from 'kysely'
import { disableWasmOptimizer } from '#server/cli/run/disable-wasm-optimizer.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { openPostgresql } from '#database/postgresql/open.ts'
import type { Schema } from '#server/store/schema/schema.ts'
import { acrossOrganizations } from '#server/store/across-organizations.ts'
import { type Fault, faultyProcessor } from '../support/processors/faulty-processor.ts'

// The service as an operator runs it, in a process of its own, to be killed. Its processor is the sandbox behind a network that loses
// answers, or a fake of Stripe that loses answers. Its clocks may be ahead, so that tests need not wait for leases.

// Compile quickly: the process does not live long enough to benefit from better optimized code.
disableWasmOptimizer()

const config = readConfig(process.env)
const aheadMillis = Number(process.env['WALL_AHEAD_SECONDS'] ?? 0) * 1000
const leasesAheadSeconds = Number(process.env['LEASES_AHEAD_SECONDS'] ?? aheadMillis / 1000)
const isNetworkGood = process.env['FAULTS'] === 'off'
const misfortunes: readonly Fault[] = isNetworkGood
  ? ['none']
  : ['none', 'none', 'none', 'none', 'slow', 'slow', 'delivered twice', 'answer lost', 'never arrives', 'breaks after']

const pass = (seconds: number) => new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000))
const faultOf = (operation: string): Fault =>
  operation === 'authorize' || operation === 'verify' || operation === 'refund'
    ? misfortunes[Math.floor(Math.random() * misfortunes.length)]!
    : 'none'

// The processor needs the database that the server opens later.
const ledger = Promise.withResolvers<Processor>()
const sandbox: Processor = {
  id: 'sandbox',
  // With a good network, wait long enough that an answer arrives even on a busy machine.
  timeoutSeconds: isNetworkGood ? 10 : 0.4,
  keyWindowSeconds: 24 * 3600,
  needsCardNumber: false,
  methodKinds: paymentMethodTypes,
  authorize: async (request) => (await ledger.promise).authorize(request),
  capture: async (request) => (await ledger.promise).capture(request),
  void: async (request) => (await ledger.promise).void(request),
  refund: async (request) => (await ledger.promise).refund(request),
  lookUp: async (reference) => (await ledger.promise).lookUp(reference),
  close: async (reference) => (await ledger.promise).close(reference),
  settlements: async (transactionIds) => (await ledger.promise).settlements(transactionIds),
  refunds: async (transactionIds, at) => (await ledger.promise).refunds(transactionIds, at),
  list: async (since, page) => (await ledger.promise).list(since, page),
  reconcile: async (day, page) => (await ledger.promise).reconcile(day, page),
  news: async (since, at, page) => (await ledger.promise).news(since, at, page),
  disputes: async (ids, at) => (await ledger.promise).disputes(ids, at),
  forget: async (customer) => (await ledger.promise).forget(customer),
  detach: async (token) => (await ledger.promise).detach(token),
}
const stripeAt = process.env['STRIPE_AT']
const overStripe = (url: string): Processor => {
  const { hostname: host, port } = new URL(url)
  return stripeProcessor({
    connection: 'con_stripe',
    accountId: 'acct_fake',
    secretKey: 'sk_test_fake',
    livemode: false,
    connectedAt: new Date(Date.now() - 24 * 3600 * 1000),
    clientConfig: { host, port, protocol: 'http' },
  })
}
const server = await startServer({
  config,
  logger: createLogger(config.logLevel, 2),
  processor:
    stripeAt !== undefined
      ? overStripe(stripeAt)
      : faultyProcessor(sandbox, { faultOf, pass, later: (seconds, run) => void pass(seconds).then(run) }),
  wallClock: () => new Date(Date.now() + aheadMillis).toISOString(),
})
const { database } = server.billing
const everybodys = acrossOrganizations(database, 'operator')
await sql`update clock set lease_offset_millis = ${leasesAheadSeconds * 1000}`.execute(database)
// Where the processor keeps its books if they must outlive the lost database.
const elsewhere = process.env['LEDGER_URL']
const books = elsewhere === undefined ? database : (await openPostgresql<Schema>(elsewhere, { mode: 'sandbox' })).db
ledger.resolve(sandboxProcessor({ database: books }))

const makeOrganization = async () => {
  const wall = new Date().toISOString()
  const { id } = await createOrganization(database, { name: 'Lantern Books', originsOfFirst: null, wall })
  return { organizationId: id, key: (await server.apiKeys.create(id, { scopes: null, wall })).key }
}

/** The number of attempts whose outcome is unknown. */
const countOpen = async () => {
  const open = await everybodys.selectFrom('attempts').select('id').where('state', '=', 'open').execute()
  return open.length
}

const answers: Readonly<Record<string, () => Promise<unknown>>> = {
  makeOrganization,
  countOpen,
  stop: () => server.close().then(() => process.exit(0)),
}
process.on('message', (question: string) => {
  void answers[question]!().then((answer) => process.send?.({ answer }))
})
process.send?.({ answer: server.url })
