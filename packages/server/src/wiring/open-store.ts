import { openDatabase, type OpenDatabase, openReplica } from '@billing-checkout/database'
import { awaitSchema, isDatabaseEmpty, migrateToLatest, type Migration } from '@billing-checkout/database/migrate'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { StartProblem } from '../config/start-problem.ts'
import { findSecretIn, readOrCreateSecretIn, type MasterSecret, masterSecretOf } from '../credentials/master-secret.ts'
import { openStoredKeys } from '../credentials/wrapped-keys.ts'
import type { Database } from '../store/database.ts'
import { type Replica, createReplica } from '../store/lists/replica.ts'
import { bindDatabaseToMode, refuseOtherMode } from '../store/bind-database-to-mode.ts'
import { detectReplacedDatabase } from '../store/reconcile-first/detect-replaced-database.ts'
import { migrations } from '../store/migrations/index.ts'
import type { Schema } from '../store/schema/schema.ts'

/** A server's database, migrated, and the secret from which its keys are derived. */
export interface Store {
  readonly database: Omit<OpenDatabase<Schema>, 'db'> & { readonly db: Database }
  /** The replica from which lists are read if it is up to date; the caller of `openStore` closes it. */
  readonly replica: Replica | undefined
  readonly masterSecret: MasterSecret
  /** The migrations that were applied when the store was opened. */
  readonly migrated: readonly Migration[]
}

/** How a store is opened. */
export interface StoreOptions {
  /** Also migrate a PostgreSQL database that other processes use. */
  readonly migrates?: boolean
  /** Throw for a PostgreSQL database without tables, instead of creating them. */
  readonly refusesEmpty?: boolean
}

/** Opens the configured store; the caller closes its database and replica. */
export const openStore = async (
  config: Config,
  logger: Logger,
  { migrates = false, refusesEmpty = false }: StoreOptions = {},
): Promise<Store> => {
  const database = await openDatabase<Schema>({
    ...config,
    logger,
    inspect: (ask) => detectReplacedDatabase(ask, logger),
  })
  try {
    if (refusesEmpty && database.kind === 'postgresql' && (await isDatabaseEmpty(database.db)))
      throw new StartProblem(
        'The database has no tables yet: `billing-checkout serve` makes them when it first starts, or `billing-checkout migrate` does.',
      )
    await refuseOtherMode(database.db, config.mode)
    // No other process uses an embedded database, so it can always be migrated.
    const migrated =
      migrates || database.kind === 'embedded'
        ? await migrateToLatest(database.db, migrations)
        : await awaitSchema(database.db, migrations, logger)
    await bindDatabaseToMode(database.db, config.mode)
    await detectReplacedDatabase(async (text) => (await sql.raw(text).execute(database.db)).rows, logger)
    const masterSecret = await openStoredKeys(
      database.db,
      masterSecretOf(config.secretKey ?? (await secretInFolder(database.db, config))),
      config.secretKeyPrevious === null ? null : masterSecretOf(config.secretKeyPrevious),
      new Date().toISOString(),
    )
    return { database, replica: replicaOf(config, logger), masterSecret, migrated }
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Reads the secret in the data folder, or makes one if the database has no keys yet. If the database has keys, a new secret would open none
 * of them and might be copied over the right one. So this function then makes a new secret only if the former secret, which opens the keys,
 * is given.
 */
const secretInFolder = async (db: Database, { dataDir, secretKeyPrevious }: Config): Promise<string> => {
  // Query the keys before looking for the file, because another server that starts at the same time makes first the file, then the keys.
  const storedKey = await db.selectFrom('dataKeys').select('purpose').limit(1).executeTakeFirst()
  if (storedKey !== undefined && secretKeyPrevious === null && findSecretIn(dataDir) === undefined)
    throw new StartProblem(
      `The keys of this database are sealed, and neither SECRET_KEY is given nor does ${dataDir} hold a secret.key: give the former SECRET_KEY, or name the data folder that holds it.`,
    )
  return readOrCreateSecretIn(dataDir)
}

const replicaOf = ({ databaseReplicaUrl, mode }: Config, logger: Logger): Replica | undefined => {
  if (databaseReplicaUrl === null) return undefined
  const { db, close } = openReplica<Schema>(databaseReplicaUrl, mode)
  let loggedAt = -Infinity
  const onTrouble = (error: unknown) => {
    if (performance.now() - loggedAt < 60_000) return
    loggedAt = performance.now()
    logger.warn({ err: error }, 'the replica did not answer: lists are read from the primary')
  }
  return createReplica({ database: db, close, onTrouble })
}
