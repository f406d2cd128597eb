import { sql } from 'kysely'
import type { CommandContext } from '#server/cli/command-context.ts'
import { clearByOperator } from '#server/cli/reconcile/reconcile-first-commands.ts'
import { reconcileConnections } from '#server/billing/reconcile/reconcile-connections.ts'
import type { Processor } from '#server/processors/processor.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { acrossOrganizations } from '#server/store/across-organizations.ts'
import { noticeDatabase } from '#server/store/reconcile-first/notice-database.ts'
import { findWaitingConnections, setReconcileFirst } from '#server/store/reconcile-first/reconcile-first.ts'
import type { TestDatabase } from './databases.ts'
import { type RunningService, startService } from './running-service.ts'
import { aMonthlyPlan, aShopper, createPlan } from './shopper.ts'

/** A service whose processor keeps its books in another database: what ours loses, that still has. */
export type LossyService = Awaited<ReturnType<typeof startLossyService>>

/** Starts one; its database has been noticed before. */
export const startLossyService = async (database: TestDatabase, ledgerDatabase: TestDatabase) => {
  const ledger = sandboxProcessor({ database: ledgerDatabase.db })
  /** References of all calls that could have moved money. */
  const calls: string[] = []
  const noting =
    <Request extends { readonly reference: string }, Answer>(call: (request: Request) => Answer) =>
    (request: Request): Answer => {
      calls.push(request.reference)
      return call(request)
    }
  const scripted: { list: Processor['list'] | undefined } = { list: undefined }
  const service: RunningService = await startService(database, {
    processor: {
      ...ledger,
      authorize: noting(ledger.authorize),
      capture: noting(ledger.capture),
      void: noting(ledger.void),
      refund: noting(ledger.refund),
      list: (since, page) => (scripted.list ?? ledger.list)(since, page),
    },
  })
  const { db } = database
  const context = { store: { database }, wallClock: service.billing.wallClock } as unknown as CommandContext
  const notice = () => noticeDatabase(async (text) => (await sql.raw(text).execute(db)).rows, service.billing.logger)
  await notice()
  return {
    service,
    /** What commands of the command line work with. */
    context,
    calls,
    /** How its processor lists, if otherwise than the ledger does. */
    scripted,
    notice,
    set: () => setReconcileFirst(db, 'sandbox', { who: 'mina', why: 'a drill' }),
    waiting: async () => (await findWaitingConnections(db)).map(({ connection }) => connection),
    clear: async () => {
      for (const { connection } of await findWaitingConnections(db)) {
        await clearByOperator(context, { connection, who: 'mina', why: 'all is well' })
      }
    },
    /** Reconciles as if a minute had passed since it was set or tried. */
    reconcile: async () => {
      await sql`update reconcile_first set since = since - interval '61 seconds', tried_at = null
        where since is not null`.execute(db)
      await reconcileConnections(service.billing)
    },
    /** A new shopper in front of a new plan's checkout. */
    shopper: async () => {
      const { id } = await createPlan(service, aMonthlyPlan())
      return aShopper(service, { customer: { email: `${crypto.randomUUID()}@example.com` }, plan: { id } })
    },
    actionsOn: (subject: string) =>
      acrossOrganizations(db, 'operator')
        .selectFrom('auditEntries')
        .selectAll()
        .where('objectId', '=', subject)
        .orderBy('recordedAt')
        .execute(),
    /** Takes rows away that a database without its last transactions does not have. */
    lose: (...statements: readonly ReturnType<typeof sql>[]) =>
      db.transaction().execute(async (transaction) => {
        await sql`set local session_replication_role = replica`.execute(transaction)
        for (const statement of statements) await statement.execute(transaction)
      }),
  }
}
