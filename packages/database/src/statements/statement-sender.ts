import type { Compilable, CompiledQuery, DatabaseConnection, Insertable, Kysely, Selectable, Updateable } from 'kysely'
import { toSnakeCase } from '../values/column-names.ts'
import type { TranslateError, PipelinedStatements } from './pipelined-statements.ts'
import { insertionOf, type RowChange, type StatementBuilder, composeStatement, updateOf } from './row-change.ts'

/**
 * Statements that a transaction sends without waiting for their results. Parameters are plain values. If a statement fails, the transaction
 * fails with the error that the statement's `explain` returns.
 */
export interface StatementSender<Schema> {
  /** Sends a statement whose result is not needed. */
  readonly send: (statement: Compilable, explain?: TranslateError) => void
  /** Writes a new row. The insertion may share one statement with other changes, which then do not see the row. */
  readonly insert: <Table extends keyof Schema & string>(
    table: Table,
    row: Insertable<Schema[Table]>,
    explain?: TranslateError,
  ) => void
  /** Updates the rows whose columns equal those of `which`. Like a new row, the update may share one statement with other changes. */
  readonly update: <Table extends keyof Schema & string>(
    table: Table,
    which: Partial<Selectable<Schema[Table]>>,
    set: Updateable<Schema[Table]>,
  ) => void
  /** The connection, for statements whose results are needed. It first sends the changes that are still held back. */
  readonly connection: DatabaseConnection
  /**
   * Sends a statement after all others of the transaction. A row that many transactions change is then locked only during the commit. The
   * statements are sent in the order of their keys, so that no two transactions deadlock.
   */
  readonly sendLast: (key: string, statement: Compilable) => void
  /** Sends the changes that are still held back. */
  readonly flush: () => void
  /**
   * Removes and returns the changes that are still held back, for the caller to send. Each list becomes one statement, which sees the
   * writes of the lists before it.
   */
  readonly take: () => readonly (readonly UnsentChange[])[]
  /** Removes and returns the statements of `sendLast`. */
  readonly takeLast: () => readonly LastStatement[]
}

/** A statement that goes last; see {@link StatementSender.sendLast}. */
export interface LastStatement {
  readonly key: string
  readonly compiled: CompiledQuery
}

/** A change that is not sent yet. */
export interface UnsentChange extends RowChange {
  readonly explain: TranslateError
}

/** Creates the statements of a transaction of `db`, sent through its pipeline. */
export const openStatementSender = <Schema>(
  db: Kysely<Schema>,
  pipeline: PipelinedStatements,
): StatementSender<Schema> => {
  const builder = db as unknown as StatementBuilder
  let held: readonly (readonly UnsentChange[])[] = []
  let last: readonly LastStatement[] = []
  const take = () => {
    const changes = held
    held = []
    return changes
  }
  const flush = () => {
    for (const changes of take()) sendChanges(pipeline, [changes])
  }
  const hold = (change: RowChange, explain: TranslateError = asItIs) => {
    requirePlain(change.values)
    const changes = held.at(-1) ?? []
    const earlier = changes.findIndex(({ table }) => table === change.table)
    const sameTable = changes[earlier]
    const both = sameTable?.mergedWith(change)
    if (sameTable === undefined) held = [...held.slice(0, -1), [...changes, { ...change, explain }]]
    else if (both === undefined) held = [...held, [{ ...change, explain }]]
    else held = [...held.slice(0, -1), changes.with(earlier, { ...sameTable, ...both })]
  }
  return {
    send: (statement, explain = asItIs) => {
      const compiled = statement.compile()
      requirePlain(compiled.parameters)
      flush()
      pipeline.execute(compiled, explain)
    },
    insert: (table, row, explain) => hold(insertionOf(builder, table, row), explain),
    update: (table, which, set) => hold(updateOf(builder, table, which, set)),
    connection: {
      executeQuery: (compiled, options) => {
        flush()
        return pipeline.connection.executeQuery(compiled, options)
      },
      streamQuery: (...asked) => pipeline.connection.streamQuery(...asked),
    },
    sendLast: (key, statement) => {
      const compiled = statement.compile()
      requirePlain(compiled.parameters)
      last = [...last, { key, compiled }]
    },
    flush,
    take,
    takeLast: () => {
      const statements = last
      last = []
      return statements
    },
  }
}

/** Sends the statements that go last, in the order of their keys. */
export const sendLastStatements = (pipeline: PipelinedStatements, statements: readonly LastStatement[]): void => {
  const inOrder = statements.toSorted((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
  for (const { compiled } of inOrder) pipeline.execute(compiled, asItIs)
}

/** Sends lists of changes as one statement. The lists have the same shapes, and no two changes concern the same row. */
export const sendChanges = (pipeline: PipelinedStatements, lists: readonly (readonly UnsentChange[])[]): void =>
  pipeline.execute(composeStatement(lists), (error) => explainOf(lists[0] ?? [], error)(error))

const asItIs: TranslateError = (error) => error

/** Finds the `explain` of the change that failed, by the table that the error names. */
const explainOf = (changes: readonly UnsentChange[], error: unknown): TranslateError => {
  const { table } = (error ?? {}) as { table?: unknown }
  const failed = changes.length === 1 ? changes[0] : changes.find((change) => toSnakeCase(change.table) === table)
  return failed?.explain ?? asItIs
}

/**
 * Throws for a parameter that is not a plain value. If the server refuses a statement, the transaction fails and its commit does nothing. A
 * statement with a value that cannot be encoded is never sent, so the commit would succeed without it.
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
