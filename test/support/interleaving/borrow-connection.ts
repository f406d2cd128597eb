import type { DatabaseConnection } from 'kysely'
import type { Database } from '#server/store/database.ts'

/** A connection that is borrowed from a database until `release` is called. */
export const borrowConnection = (database: Database) =>
  new Promise<{ readonly connection: DatabaseConnection; readonly release: () => void }>((resolve, reject) => {
    database
      .getExecutor()
      .provideConnection((connection) => new Promise<void>((release) => resolve({ connection, release })))
      .catch(reject)
  })
