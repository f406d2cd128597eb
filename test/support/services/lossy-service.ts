import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import type { CommandContext } from '#server/cli/command-context.ts'
import { reconcileFirstCommands } from '#server/cli/reconcile/reconcile-first-commands.ts'
import { reconcileConnections } from '#server/billing/reconcile/reconcile-connections.ts'
import type { Processor } from '#server/processors/processor.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { acrossOrganizations } from '#server/store/across-organizations.ts'
import { detectReplacedDatabase } from '#server/store/reconcile-first/detect-replaced-database.ts'
import { findWaitingConnections, setReconcileFirst } from '#server/store/reconcile-first/reconcile-first.ts'
import type { TestDatabase } from '../databases/databases.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../stories/shopper.ts'
import { useService } from './use-service.ts'

/**
 * The service that all stories of a suite share. Its processor stores its books in a second database, so that they survive if the service's
 * database loses rows. The server already knows its database's identity. When a story begins or ends, no connection waits to be reconciled.
 */
export const useLossyService = (open: () => Promise<TestDatabase>) => {
  /** References of all calls that may have moved money. */
  const calls: string[] = []
  const noting =
    <Request extends { readonly reference: string }, Answer>(call: (request: Request) => Answer) =>
    (request: Request): Answer => {
      calls.push(request.reference)
      return call(request)
    }
  const scripted: { list?: Processor['list'] | undefined; lookUp?: Processor['lookUp'] | undefined } = {}
  const service = useService(open, async () => {
    const ledger = sandboxProcessor({ database: (await open()).db })
    return {
      processor: {
        ...ledger,
        authorize: noting(ledger.authorize),
        capture: noting(ledger.capture),
        void: noting(ledger.void),
        refund: noting(ledger.refund),
        lookUp: (reference, known) => (scripted.lookUp ?? ledger.lookUp)(reference, known),
        list: (since, page) => (scripted.list ?? ledger.list)(since, page),
      },
    }
  })
  const contextOf = () =>
    ({ store: { database: service.database }, wallClock: service.billing.wallClock }) as unknown as CommandContext
  const notice = () =>
    detectReplacedDatabase(
      async (text) => (await sql.raw(text).execute(service.database.db)).rows,
      service.billing.logger,
    )
  const clear = async () => {
    for (const { connection } of await findWaitingConnections(service.database.db)) {
      await reconcileFirstCommands['reconcile-first clear'](contextOf(), {
        connection,
        who: 'mina',
        why: 'all is well',
      })
    }
  }
  beforeAll(notice)
  beforeEach(() => {
    calls.length = 0
    Object.assign(scripted, { list: undefined, lookUp: undefined })
  })
  afterEach(clear)
  return {
    service,
    /** The context for commands of the command line. */
    get context() {
      return contextOf()
    },
    calls,
    /** Overrides of the processor's list and look-up. */
    scripted,
    notice,
    set: () => setReconcileFirst(service.database.db, 'sandbox', { who: 'mina', why: 'a drill' }),
    waiting: async () => (await findWaitingConnections(service.database.db)).map(({ connection }) => connection),
    clear,
    /** Reconciles as though a minute had passed since reconciling was required or last tried. */
    reconcile: async () => {
      await sql`update reconcile_first set since = since - interval '61 seconds', due_at = null
        where since is not null`.execute(service.database.db)
      await reconcileConnections(service.billing)
    },
    /** A new shopper at the checkout of a new plan. */
    shopper: async () => {
      const { id } = await createPlan(service, aMonthlyPlan())
      return aShopper(service, { customer: { email: `${crypto.randomUUID()}@example.com` }, plan: { id } })
    },
    actionsOn: (subject: string) =>
      acrossOrganizations(service.database.db, 'operator')
        .selectFrom('auditEntries')
        .selectAll()
        .where('objectId', '=', subject)
        .orderBy('recordedAt')
        .execute(),
    /** Deletes rows, as though the database had lost its last transactions. */
    lose: (...statements: readonly ReturnType<typeof sql>[]) =>
      service.database.db.transaction().execute(async (transaction) => {
        await sql`set local session_replication_role = replica`.execute(transaction)
        for (const statement of statements) await statement.execute(transaction)
      }),
  }
}
