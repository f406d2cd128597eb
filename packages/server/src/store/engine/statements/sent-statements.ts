import type { Compilable, CompiledQuery, DatabaseConnection, Insertable, Kysely, Selectable, Updateable } from 'kysely'
import { inSnakeCase } from '../values/in-snake-case.ts'
import type { Explain, PipelinedStatements } from './pipelined-statements.ts'
import {
  insertionOf,
  oneAfterTheOther,
  type RowChange,
  type StatementBuilder,
  together,
  updateOf,
} from './row-change.ts'

/**
 * Statements that a transaction sends without waiting for an answer; parameters are plain values. If one fails, the transaction
 * fails, with what its `explain` makes of the error.
 */
export interface SentStatements<Schema> {
  /** Sends a statement whose answer is not needed. */
  readonly send: (statement: Compilable, explain?: Explain) => void
  /** Writes a new row. It is sent in one statement with other changes that need not see each other. */
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
  /** The connection, for statements whose answers are needed. It first sends whatever is still held. */
  readonly connection: DatabaseConnection
  /**
   * Sends a statement after everything else of the transaction, so that a row which many transactions change is locked only while this one
   * commits. A shared transaction sends these statements in the order of their keys, so that no two transactions wait for each other.
   */
  readonly sendLast: (key: string, statement: Compilable) => void
  /** Sends the changes that are still held. */
  readonly flush: () => void
  /**
   * Takes the changes that are still held, so that the caller can send them. Each list is one statement, and sees the writes of those
   * before it.
   */
  readonly take: () => readonly (readonly UnsentChange[])[]
  /** Takes the statements that go last. */
  readonly takeLast: () => readonly LastStatement[]
}

/** A statement that goes last; see {@link SentStatements.sendLast}. */
export interface LastStatement {
  readonly key: string
  readonly compiled: CompiledQuery
}

/** A change that is not sent yet. */
export interface UnsentChange extends RowChange {
  readonly explain: Explain
}

/** The sending of statements by the pipeline of a transaction of `db`. */
export const sendBy = <Schema>(db: Kysely<Schema>, pipeline: PipelinedStatements): SentStatements<Schema> => {
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
  const hold = (change: RowChange, explain: Explain = asItIs) => {
    requirePlain(change.values)
    const changes = held.at(-1) ?? []
    const earlier = changes.findIndex(({ table }) => table === change.table)
    const sameTable = changes[earlier]
    const both = sameTable && oneAfterTheOther(sameTable, change)
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
export const sendLastOf = (pipeline: PipelinedStatements, statements: readonly LastStatement[]): void => {
  const inOrder = statements.toSorted((one, other) => (one.key < other.key ? -1 : Number(one.key > other.key)))
  for (const { compiled } of inOrder) pipeline.execute(compiled, asItIs)
}

/** Sends lists of changes as one statement. The lists have the same shapes, and no two changes concern the same row. */
export const sendChanges = (pipeline: PipelinedStatements, lists: readonly (readonly UnsentChange[])[]): void =>
  pipeline.execute(together(lists), (error) => explainOf(lists[0] ?? [], error)(error))

const asItIs: Explain = (error) => error

/** Finds the `explain` of the change that failed in a statement of several, by the table that the error names. */
const explainOf = (changes: readonly UnsentChange[], error: unknown): Explain => {
  const { table } = (error ?? {}) as { table?: unknown }
  const failed = changes.length === 1 ? changes[0] : changes.find((change) => inSnakeCase(change.table) === table)
  return failed?.explain ?? asItIs
}

/**
 * Throws for a parameter that is no plain value. A statement that the server refuses spoils its transaction, so that the commit
 * after it does nothing; a statement that was never sent, because a value could not be encoded, would not.
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
