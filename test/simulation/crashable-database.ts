import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PGliteAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type { Database } from '#server/store/database.ts'
import { createKysely } from '#database/create-kysely.ts'
import type { Schema } from '#server/store/schema/schema.ts'
import type { ProcessLife } from './life.ts'
import { borrowConnection } from '../support/interleaving/borrow-connection.ts'

/** `turn` resolves when a request may use the database; `written` is called after each commit. */
export interface DatabaseSurroundings {
  turn(): Promise<void>
  written(): void
}

/**
 * A database as one request sees it: every statement, every commit and the moment after a commit are points at which its process may end.
 * An open transaction is then rolled back, as by a dropped connection. The request waits for its turn before a transaction or a single
 * statement begins, never within one.
 */
export const crashableDatabase = (
  database: Database,
  life: ProcessLife,
  surroundings: DatabaseSurroundings,
): Database =>
  createKysely<Schema>({
    // The adapter for one connection: statements sent together run one after the other.
    createAdapter: () => new PGliteAdapter(),
    createDriver: () => crashableDriver(database, life, surroundings),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  })

const crashableDriver = (database: Database, life: ProcessLife, { turn, written }: DatabaseSurroundings): Driver => {
  const releases = new WeakMap<DatabaseConnection, () => void>()
  const run = async (connection: DatabaseConnection, statement: string) => {
    await originals.get(connection)!.executeQuery(CompiledQuery.raw(statement))
  }
  const originals = new WeakMap<DatabaseConnection, DatabaseConnection>()
  return {
    init: async () => {},
    async acquireConnection() {
      // Kysely would wait forever if a connection could not be acquired, so an ended process gets one that throws at its first statement.
      if (life.hasEnded()) return deadConnection(life)
      await turn()
      const { connection: original, release } = await borrowConnection(database)
      const connection = crashableConnection(original, life)
      originals.set(connection, original)
      releases.set(connection, release)
      return connection
    },
    async beginTransaction(connection) {
      life.pass()
      await run(connection, 'begin')
    },
    async commitTransaction(connection) {
      life.pass()
      await run(connection, 'commit')
      written()
      life.pass()
    },
    rollbackTransaction: (connection) => run(connection, 'rollback'),
    async releaseConnection(connection) {
      // A dropped connection also rolls back a transaction that was begun by a plain statement.
      if (life.hasEnded() && originals.has(connection)) await run(connection, 'rollback')
      releases.get(connection)?.()
    },
    destroy: async () => {},
  }
}

const crashableConnection = (original: DatabaseConnection, life: ProcessLife): DatabaseConnection => ({
  async executeQuery(query) {
    life.pass()
    return original.executeQuery(query)
  },
  streamQuery: () => {
    throw new TypeError('Billing streams no rows.')
  },
})

const deadConnection = (life: ProcessLife): DatabaseConnection => ({
  executeQuery: async () => {
    life.pass()
    throw new TypeError('A life that has ended passes no point.')
  },
  streamQuery: () => {
    throw new TypeError('Billing streams no rows.')
  },
})
