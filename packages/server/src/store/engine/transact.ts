import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  type Kysely,
  type KyselyProps,
  Transaction,
} from 'kysely'
import { causeOf } from './cause-of.ts'
import { EmbeddedAdapter } from './embedded/taking-turns.ts'
import { type PipelinedStatements, pipelineOver } from './pipelined-statements.ts'
import type { RowLookup } from './row-lookup.ts'
import { sendBy, type SentStatements } from './sent-statements.ts'

/** An open transaction. */
export interface OpenTransaction<Schema> extends Pick<SentStatements<Schema>, 'send' | 'insert' | 'update'> {
  /** Statements that are asked for at once are sent at once, and carried out in the order in which they were asked for. */
  readonly db: Transaction<Schema>
  readonly find: Find
}

/** Finds rows by the values of a lookup's columns. Of what is asked for at once, statements may overtake lookups. */
export type Find = <Row>(lookup: RowLookup<Row>, values: readonly string[]) => Promise<readonly Row[]>

/** What a transaction that is opened here consists of. */
export interface TransactionParts<Schema> {
  /** Kysely's own transaction. */
  readonly serial: Transaction<Schema>
  readonly pipeline: PipelinedStatements
}

/**
 * Runs a transaction that waits for the database as seldom as it can. Kysely's own lets a statement wait for the answer
 * to the one before; here only the code that needs an answer waits for it.
 */
export const transact = <Schema, Result>(
  database: Kysely<Schema>,
  run: (open: OpenTransaction<Schema>) => Promise<Result>,
): Promise<Result> =>
  transactBy(database, async ({ serial, pipeline }) => {
    const sent = sendBy(serial, pipeline)
    const db = atOnce(serial, sent.connection)
    const find: Find = (lookup, values) => lookUp(db, lookup.text, values)
    const result = await run({ ...sent, db, find })
    sent.flush()
    return result
  })

/** Runs a transaction of which everything that is sent goes through one pipeline; it fails when anything of that fails. */
export const transactBy = async <Schema, Result>(
  database: Kysely<Schema>,
  run: (opened: TransactionParts<Schema>) => Promise<Result>,
): Promise<Result> => {
  let pipeline: PipelinedStatements | undefined
  try {
    const result = await database.transaction().execute((serial) =>
      serial.getExecutor().provideConnection(async (connection) => {
        pipeline = pipelineOver(connection)
        const done = await run({ serial, pipeline })
        // There is no network that a commit could be sent over early.
        if (isEmbedded(serial)) await pipeline.settled()
        if (pipeline.failures.length > 0) throw causeOf(pipeline.failures)
        return done
      }),
    )
    await pipeline!.settled()
    if (pipeline!.failures.length === 0) return result
  } catch (error) {
    await pipeline?.settled()
    // What follows from a failed statement is not what went wrong.
    throw causeOf([...(pipeline?.failures ?? []), error])
  }
  throw causeOf(pipeline!.failures)
}

/** Asks a question of a lookup by one of its texts. */
export const lookUp = async <Schema, Row>(
  db: Kysely<Schema>,
  text: string,
  values: readonly unknown[],
): Promise<readonly Row[]> => (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows

/** Whether the database has one connection only: locked by Kysely, or taken in turns. */
export const isEmbedded = <Schema>(db: Kysely<Schema>): boolean => {
  const { adapter } = db.getExecutor()
  return adapter instanceof EmbeddedAdapter || !adapter.supportsMultipleConnections
}

/** What Kysely's own transaction is, but for its habit of waiting. */
export const atOnce = <Schema>(serial: Transaction<Schema>, connection: DatabaseConnection): Transaction<Schema> =>
  new Transaction({
    ...unused,
    executor: serial.getExecutor().withConnectionProvider({ provideConnection: (use) => use(connection) }),
  })

const neverOpens = (): never => {
  throw new TypeError('A transaction has its connection already.')
}

/** Parts with which Kysely opens connections and transactions; statements need none of them. */
const dialect: Dialect = {
  createDriver: neverOpens,
  createQueryCompiler: neverOpens,
  createAdapter: neverOpens,
  createIntrospector: neverOpens,
}
const unused: Omit<KyselyProps, 'executor'> = { config: { dialect }, dialect, driver: new DummyDriver() }
