import { migrateToLatest } from '#database/migrate/migrate-to-latest.ts'
import { openPostgresql } from '#database/postgresql/open.ts'
import { migrations } from '#server/store/migrations/index.ts'
import { createDatabase } from '../../support/databases/database-on-server.ts'

/** Creates a database with all tables. Returns its address. */
export const createMigrated = async (serverUrl: string): Promise<string> => {
  const url = await createDatabase(serverUrl)
  const database = await openPostgresql(url, { mode: 'sandbox' })
  await migrateToLatest(database.db, migrations)
  await database.close()
  return url
}
