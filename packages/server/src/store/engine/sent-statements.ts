import type { Compilable, CompiledQuery, DatabaseConnection, Insertable, Kysely, Selectable, Updateable } from 'kysely'
import { insertionOf, type RowChange, type StatementBuilder, together, updateOf } from './row-change.ts'

/** What becomes of an error, for the caller's sake. */
type Explain = (error: unknown) => unknown

/**
 * What a transaction sends without waiting for an answer; parameters are plain values. If one fails, the transaction fails
 * with it, and with what its `explain` makes of the error.
 */
export interface SentStatements<Schema> {
  /** Sends a statement whose answer nobody needs. */
  readonly send: (statement: Compilable, explain?: Explain) => void
  /** Writes a new row, with other changes in one statement where they follow each other and no table comes twice. */
  readonly insert: <Table extends keyof Schema & string>(
    table: Table,
    row: Insertable<Schema[Table]>,
    explain?: Explain,
  ) => void
  /** Changes the rows whose columns equal those of `which`; sent like a new row. */
  readonly update: <Table extends keyof Schema & string>(
    table: Table,
    which: Partial<Selectable<Schema[Table]>>,
    set: Updateable<Schema[Table]>,
  ) => void
  /** The connection, for statements whose answers are waited for: whatever was sent before them gets there first. */
  readonly connection: DatabaseConnection
  /** Sends what is still held. */
  readonly flush: () => void
  /** Waits for everything that was sent. */
  readonly settled: () => Promise<void>
  /** What failed, as explained, in the order of the answers. */
  readonly failures: readonly unknown[]
}

/** Sends statements over the connection of an open transaction of `db`. */
export const sendOver = <Schema>(db: Kysely<Schema>, connection: DatabaseConnection): SentStatements<Schema> => {
  const builder = db as unknown as StatementBuilder
  const failures: unknown[] = []
  const answers: Promise<unknown>[] = []
  let held: readonly HeldChange[] = []
  const execute = (compiled: CompiledQuery, explain: Explain) => {
    answers.push(connection.executeQuery(compiled).catch((error: unknown) => void failures.push(explain(error))))
  }
  const flush = () => {
    const changes = held
    held = []
    if (changes.length > 0) execute(together(changes), (error) => explainOf(changes, error)(error))
  }
  const hold = (change: RowChange, explain: Explain = asItIs) => {
    requirePlain(change.values)
    if (held.some(({ table }) => table === change.table)) flush()
    held = [...held, { ...change, explain }]
  }
  return {
    send: (statement, explain = asItIs) => {
      const compiled = statement.compile()
      requirePlain(compiled.parameters)
      flush()
      execute(compiled, explain)
    },
    insert: (table, row, explain) => hold(insertionOf(builder, table, row), explain),
    update: (table, which, set) => hold(updateOf(builder, table, which, set)),
    connection: {
      executeQuery: (compiled, options) => {
        flush()
        return connection.executeQuery(compiled, options)
      },
      streamQuery: (...asked) => connection.streamQuery(...asked),
    },
    flush,
    settled: async () => void (await Promise.all(answers)),
    failures,
  }
}

interface HeldChange extends RowChange {
  readonly explain: Explain
}

const asItIs: Explain = (error) => error

/** A failed statement of several changes names the table that would not have its row. */
const explainOf = (changes: readonly HeldChange[], error: unknown): Explain => {
  const { table } = (error ?? {}) as { table?: unknown }
  const failed = changes.length === 1 ? changes[0] : changes.find((change) => inSnakeCase(change.table) === table)
  return failed?.explain ?? asItIs
}

const inSnakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

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
