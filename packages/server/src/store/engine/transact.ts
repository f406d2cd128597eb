import {
  type Compilable,
  type DatabaseConnection,
  type Dialect,
  DummyDriver,
  type Kysely,
  type KyselyProps,
  Transaction,
} from 'kysely'

/** An open transaction. */
export interface OpenTransaction<Schema> {
  /** Statements that are asked for at once are sent at once, and carried out in the order in which they were asked for. */
  readonly db: Transaction<Schema>
  /**
   * Sends a statement whose answer nobody needs, without waiting for it. If it fails, the transaction fails with it, and
   * with what `explain` makes of the error.
   */
  readonly send: (statement: Compilable, explain?: (error: unknown) => unknown) => void
}

/**
 * Runs a transaction that waits for the database as seldom as it can. Kysely's own lets a statement wait for the answer
 * to the one before; here only the code that needs an answer waits for it.
 */
export const transact = async <Schema, Result>(
  database: Kysely<Schema>,
  run: (open: OpenTransaction<Schema>) => Promise<Result>,
): Promise<Result> => {
  const failures: unknown[] = []
  const sent: Promise<unknown>[] = []
  const sendOver =
    (connection: DatabaseConnection): OpenTransaction<Schema>['send'] =>
    (statement, explain = (error) => error) => {
      const noteFailure = (error: unknown) => void failures.push(explain(error))
      sent.push(connection.executeQuery(statement.compile()).catch(noteFailure))
    }
  try {
    const result = await database
      .transaction()
      .execute((serial) =>
        serial
          .getExecutor()
          .provideConnection((connection) => run({ db: atOnce(serial, connection), send: sendOver(connection) })),
      )
    await Promise.all(sent)
    if (failures.length === 0) return result
  } catch (error) {
    await Promise.all(sent)
    // Statements after one that failed fail because of it.
    if (failures.length === 0) throw error
  }
  throw failures[0]
}

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
