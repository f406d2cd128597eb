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
   * Sends a statement whose answer nobody needs, without waiting for it; its parameters are plain values. If it fails, the
   * transaction fails with it, and with what `explain` makes of the error.
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
      const compiled = statement.compile()
      requirePlain(compiled.parameters)
      sent.push(connection.executeQuery(compiled).catch((error: unknown) => void failures.push(explain(error))))
    }
  try {
    const result = await database.transaction().execute((serial) =>
      serial.getExecutor().provideConnection(async (connection) => {
        const done = await run({ db: atOnce(serial, connection), send: sendOver(connection) })
        // There is no network that a commit could be sent over early.
        if (isEmbedded(serial)) await Promise.all(sent)
        if (failures.length > 0) throw failures[0]
        return done
      }),
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

const isEmbedded = <Schema>(db: Transaction<Schema>): boolean => !db.getExecutor().adapter.supportsMultipleConnections

/**
 * A statement that the server refuses spoils its transaction, so the commit behind it does nothing. One that never got
 * there, because a value could not be written down, would not.
 */
const requirePlain = (parameters: readonly unknown[]): void => {
  const other = parameters.find((value) => !isPlain(value))
  if (other !== undefined) throw new TypeError(`A statement that is sent takes plain values, got ${typeof other}.`)
}

const isPlain = (value: unknown): boolean =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  value instanceof Uint8Array ||
  (Array.isArray(value) && value.every((part) => typeof part === 'string'))

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
