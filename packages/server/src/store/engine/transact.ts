import { type DatabaseConnection, type Dialect, DummyDriver, type Kysely, type KyselyProps, Transaction } from 'kysely'
import { sendOver, type SentStatements } from './sent-statements.ts'

/** An open transaction. */
export interface OpenTransaction<Schema> extends Pick<SentStatements<Schema>, 'send' | 'insert' | 'update'> {
  /** Statements that are asked for at once are sent at once, and carried out in the order in which they were asked for. */
  readonly db: Transaction<Schema>
}

/**
 * Runs a transaction that waits for the database as seldom as it can. Kysely's own lets a statement wait for the answer
 * to the one before; here only the code that needs an answer waits for it.
 */
export const transact = async <Schema, Result>(
  database: Kysely<Schema>,
  run: (open: OpenTransaction<Schema>) => Promise<Result>,
): Promise<Result> => {
  let sent: SentStatements<Schema> | undefined
  try {
    const result = await database.transaction().execute((serial) =>
      serial.getExecutor().provideConnection(async (connection) => {
        sent = sendOver(serial, connection)
        const done = await run({ db: atOnce(serial, sent.connection), ...sent })
        sent.flush()
        // There is no network that a commit could be sent over early.
        if (isEmbedded(serial)) await sent.settled()
        if (sent.failures.length > 0) throw sent.failures[0]
        return done
      }),
    )
    await sent!.settled()
    if (sent!.failures.length === 0) return result
  } catch (error) {
    await sent?.settled()
    // Statements after one that failed fail because of it.
    if (sent === undefined || sent.failures.length === 0) throw error
  }
  throw sent!.failures[0]
}

const isEmbedded = <Schema>(db: Transaction<Schema>): boolean => !db.getExecutor().adapter.supportsMultipleConnections

/** What Kysely's own transaction is, but for its habit of waiting. */
const atOnce = <Schema>(serial: Transaction<Schema>, connection: DatabaseConnection): Transaction<Schema> =>
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
