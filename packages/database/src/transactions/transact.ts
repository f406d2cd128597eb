import { required } from '@billing-checkout/domain'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  type Kysely,
  type KyselyProps,
  Transaction,
} from 'kysely'
import { originalErrorOf } from '../errors/error-codes.ts'
import { EmbeddedAdapter } from '../embedded/fair-turns-dialect.ts'
import { type PipelinedStatements, openPipeline } from '../statements/pipelined-statements.ts'
import type { RowLookup } from '../statements/row-lookup.ts'
import { openStatementSender, sendLastStatements, type StatementSender } from '../statements/statement-sender.ts'

/** An open transaction. */
export interface OpenTransaction<Schema> extends Pick<
  StatementSender<Schema>,
  'send' | 'sendLast' | 'insert' | 'update'
> {
  /** Statements that start at the same time are sent together and run in the order in which they started. */
  readonly db: Transaction<Schema>
  readonly find: FindRows
}

/** Finds rows by the values of a lookup's columns. A statement may run before a lookup that was started at the same time. */
export type FindRows = <Row>(lookup: RowLookup<Row>, values: readonly string[]) => Promise<readonly Row[]>

/** The parts of an open transaction. */
export interface PipelinedTransaction<Schema> {
  /** Kysely's own transaction, which sends one statement after the other. */
  readonly serial: Transaction<Schema>
  readonly pipeline: PipelinedStatements
}

/**
 * Runs a transaction that waits for the database as rarely as possible. In Kysely's own transaction, each statement waits for the previous
 * result; here, only code that needs a result waits for it. The transaction commits if `run` resolves and no statement fails. Otherwise the
 * function throws the first error, and nothing is committed, unless the connection broke during the commit.
 */
export const transact = <Schema, Result>(
  database: Kysely<Schema>,
  run: (open: OpenTransaction<Schema>) => Promise<Result>,
): Promise<Result> =>
  transactThroughPipeline(database, async ({ serial, pipeline }) => {
    const sent = openStatementSender(serial, pipeline)
    const db = withoutSerialLock(serial, sent.connection)
    const find: FindRows = (lookup, values) => runLookup(db, lookup.text, values)
    const result = await run({ ...sent, db, find })
    sent.flush()
    sendLastStatements(pipeline, sent.takeLast())
    return result
  })

/** Runs a transaction that sends all statements through one pipeline. It fails if any statement fails. */
export const transactThroughPipeline = async <Schema, Result>(
  database: Kysely<Schema>,
  run: (opened: PipelinedTransaction<Schema>) => Promise<Result>,
): Promise<Result> => {
  let pipeline: PipelinedStatements | undefined
  try {
    const result = await database.transaction().execute((serial) =>
      serial.getExecutor().provideConnection(async (connection) => {
        pipeline = openPipeline(connection)
        const done = await run({ serial, pipeline })
        // Over a network, the commit is sent before the results of the statements arrive, which saves a round trip. With the embedded
        // database, there is no round trip to save, so this code waits for the results first.
        if (isEmbedded(serial)) await pipeline.settled()
        if (pipeline.failures.length > 0) throw originalErrorOf(pipeline.failures)
        return done
      }),
    )
    const sent = required(pipeline, 'pipeline of a transaction')
    await sent.settled()
    if (sent.failures.length === 0) return result
  } catch (error) {
    await pipeline?.settled()
    // Errors that only follow from the first failed statement are not the cause.
    throw originalErrorOf([...(pipeline?.failures ?? []), error])
  }
  throw originalErrorOf(required(pipeline, 'pipeline of a transaction').failures)
}

/** Runs a lookup with one of its SQL texts. */
export const runLookup = async <Schema, Row>(
  db: Kysely<Schema>,
  text: string,
  values: readonly unknown[],
): Promise<readonly Row[]> => (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows

/** Returns whether the database has a single connection, which Kysely locks or for which callers take turns. */
export const isEmbedded = (db: Pick<Kysely<object>, 'getExecutor'>): boolean => {
  const { adapter } = db.getExecutor()
  return adapter instanceof EmbeddedAdapter || !adapter.supportsMultipleConnections
}

/** Returns a copy of Kysely's own transaction whose statements do not wait for the result of the previous statement. */
export const withoutSerialLock = <Schema>(
  serial: Transaction<Schema>,
  connection: DatabaseConnection,
): Transaction<Schema> =>
  new Transaction({
    ...driverlessKyselyProps,
    executor: serial.getExecutor().withConnectionProvider({ provideConnection: (use) => use(connection) }),
  })

const neverOpens = (): never => {
  throw new TypeError('A transaction already has its connection.')
}

const dialect: Dialect = {
  createDriver: neverOpens,
  createQueryCompiler: neverOpens,
  createAdapter: neverOpens,
  createIntrospector: neverOpens,
}

/** Stand-ins for the parts of Kysely that open connections and transactions. A handle with its own executor never uses these parts. */
export const driverlessKyselyProps: Omit<KyselyProps, 'executor'> = {
  config: { dialect },
  dialect,
  driver: new DummyDriver(),
}
