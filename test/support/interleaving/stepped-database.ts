import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Database } from '#server/store/database.ts'
import { createKysely } from '#database/create-kysely.ts'
import type { Schema } from '#server/store/schema/schema.ts'
import type { StepControl } from './step-control.ts'
import { borrowConnection } from './borrow-connection.ts'

/**
 * A PostgreSQL database as one story sees it: every statement, commit and rollback is a step. Messages keep their order. Requests that are
 * made together leave together if the story may continue, but a pause may separate two statements of one packet. `begin` is no step,
 * because it travels with the first statement.
 */
export const steppedDatabase = (database: Database, steps: StepControl): Kysely<Schema> =>
  createKysely<Schema>({
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => steppedDriver(database, steps),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  })

const steppedDriver = (database: Database, steps: StepControl): Driver => {
  const releases = new WeakMap<DatabaseConnection, () => void>()
  const run = async (connection: DatabaseConnection, statement: string) => {
    await connection.executeQuery(CompiledQuery.raw(statement))
  }
  return {
    init: async () => {},
    async acquireConnection() {
      const { connection: original, release } = await borrowConnection(database)
      const connection = steppedConnection(original, steps)
      releases.set(connection, release)
      return connection
    },
    beginTransaction: (connection) => run(connection, 'begin'),
    commitTransaction: (connection) => run(connection, 'commit'),
    rollbackTransaction: (connection) => run(connection, 'rollback'),
    async releaseConnection(connection) {
      releases.get(connection)?.()
    },
    destroy: async () => {},
  }
}

const steppedConnection = (original: DatabaseConnection, steps: StepControl): DatabaseConnection => {
  let line: Promise<unknown> = Promise.resolve()
  let answers: Promise<unknown> = Promise.resolve()
  return {
    async executeQuery(compiled) {
      const before = answers
      const turn = line.then(() => (isStep(compiled, steps) ? steps.take(wordOf(compiled.sql), before) : undefined))
      const answer = turn.then(() => original.executeQuery<never>(compiled))
      line = turn.catch(() => {})
      answers = Promise.allSettled([before, answer])
      return answer
    },
    streamQuery: () => {
      throw new TypeError('Billing streams no rows.')
    },
  }
}

/**
 * After a story has ended, the rollbacks of its open transactions are not steps, because a database does those by itself for a lost
 * connection.
 */
const isStep = ({ sql }: { readonly sql: string }, steps: StepControl): boolean =>
  sql !== 'begin' && !(sql === 'rollback' && steps.hasEnded())

/** The start of a statement, short enough for a list of steps. */
const wordOf = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 100)
