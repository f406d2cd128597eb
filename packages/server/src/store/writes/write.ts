import {
  MustRunAlone,
  runOnBehalfOf,
  type OpenTransaction,
  retryOnConflict,
  transact,
} from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import { runInSpan, type SpanBeginning } from '../../logging/tracing.ts'
import { type Actor, currentActor } from '../acting.ts'
import type { Database } from '../database.ts'
import type { Schema } from '../schema/schema.ts'
import { notifyWriteListeners } from './after-writes.ts'
import { beginWrite, sharedWritesOf, type TransactionStart, withAllTables } from './begin-write.ts'
import { runInsideTransaction } from './inside-transaction.ts'
import { namesOfOrganization } from './lock-names.ts'
import { narrowToOrganization, type OrganizationTransaction } from './organization-transaction.ts'
import { tracingOf } from './trace-writes.ts'

/** One writing transaction of an organization. Everything that it writes carries the same billing-clock time. */
export interface Write extends OrganizationTransaction {
  /** Billing-clock time, read from the database inside the transaction. */
  readonly now: Timestamp
  /** The time for leases, by the database's own clock. */
  readonly leaseNow: Timestamp
  /** PostgreSQL's id of the transaction. */
  readonly databaseTransactionId: string
  /** The actor that writes. */
  readonly actor: Actor
}

/** The parts of a write that are available before its time is known. */
export type LoadContext = Pick<Write, 'db' | 'find' | 'organizationId'>

/**
 * Work for one transaction: what it locks, what it loads under these locks, and what it does with the loaded rows. The responses and events
 * of a write are built from the rows in memory. A query would only read back what was just written, because the database itself changes no
 * column that we show.
 */
export interface UnitOfWork<Result, Loaded> {
  /** Names to lock first, as `lockNames` does. */
  readonly locks?: readonly string[]
  /**
   * Loads rows before the time of the write is known. The queries are sent together with the locks and answered once the locks are held.
   */
  readonly load: (context: LoadContext) => Promise<Loaded>
  readonly run: (write: Write, loaded: Loaded) => Promise<Result>
  /**
   * Names of everything that the write locks or changes. If they are given, the transaction may be shared with writes that have none of
   * these names.
   */
  readonly exclusiveNames?: readonly string[] | undefined
}

/**
 * Runs one writing transaction of an organization. It holds the organization's snapshot lock shared while rows get their `created_at`. Code
 * that makes a list snapshot takes this lock exclusively, so it waits for rows that already have a `created_at` but are not committed
 * (DECISIONS 4).
 */
export const write = async <Result, Loaded = undefined>(
  database: Database,
  organizationId: string,
  unit: UnitOfWork<Result, Loaded> | ((write: Write) => Promise<Result>),
  name: WriteName = 'write',
): Promise<Result> => {
  const tracing = tracingOf(database)
  const result = await (tracing === undefined
    ? commitUnit(database, organizationId, unit)
    : runInSpan(tracing, spanOf(name, organizationId), () => commitUnit(database, organizationId, unit)))
  notifyWriteListeners(database)
  return result
}

/** The name of a write in traces. Writes that decide about money have their own names. */
export type WriteName = 'write' | 'open attempt' | 'finish attempt' | 'hand attempt on'

const spanOf = (name: WriteName, organizationId: string): SpanBeginning => ({
  name,
  kind: 'client',
  attributes: { 'db.system.name': 'postgresql', 'billing_checkout.organization.id': organizationId },
})

const commitUnit = <Result, Loaded>(
  database: Database,
  organizationId: string,
  unit: UnitOfWork<Result, Loaded> | ((write: Write) => Promise<Result>),
): Promise<Result> =>
  typeof unit === 'function'
    ? commit(database, organizationId, { load: async () => undefined, run: unit })
    : commit(database, organizationId, unit)

const commit = <Result, Loaded>(
  database: Database,
  organizationId: string,
  unit: UnitOfWork<Result, Loaded>,
): Promise<Result> => {
  const { locks = [], load, run, exclusiveNames } = unit
  const names = namesOfOrganization(organizationId, locks)
  // Read the actor before the transaction starts: in a shared transaction, all writes run in the async context of the first.
  const actor = currentActor()
  const work = (open: OpenTransaction<Schema>, start: Promise<TransactionStart>) =>
    runInsideTransaction(async () => {
      const own = narrowToOrganization(open, organizationId)
      const [{ now, leaseNow, databaseTransactionId, missed }, loaded] = await Promise.all([start, load(own)])
      if (names.some((name) => missed.includes(name))) throw new MustRunAlone('Another transaction holds its locks.')
      return run({ ...own, now, leaseNow, databaseTransactionId, actor }, loaded)
    })
  const alone = () =>
    runOnBehalfOf(organizationId, () =>
      retryOnConflict(() =>
        transact(withAllTables(database), (open) => work(open, beginWrite(open.db, organizationId, names))),
      ),
    )
  if (exclusiveNames === undefined) return alone()
  return sharedWritesOf(database).run({
    organizationId,
    names,
    exclusiveNames: namesOfOrganization(organizationId, exclusiveNames),
    work,
    alone,
  })
}
