import { oneRow, type OpenDatabase, openDatabase } from '@billing-checkout/database'
import { isDatabaseEmpty } from '@billing-checkout/database/migrate'
import { sql } from 'kysely'
import { createRequire } from 'node:module'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { StartProblem } from '../config/start-problem.ts'
import { findSecretIn, type MasterSecret, masterSecretOf } from '../credentials/master-secret.ts'
import { refuseOtherSecret } from '../credentials/wrapped-keys.ts'
import type { Database } from '../store/database.ts'
import { refuseOtherMode } from '../store/bind-database-to-mode.ts'
import type { Schema } from '../store/schema/schema.ts'
import { type ArchiveKind, type Manifest, secretFingerprintOf, formatVersion } from './archive/manifest.ts'
import type { UnfinishedManifest } from './archive/write-archive.ts'
import { countDatabaseTotals, readMoment } from './database-totals.ts'

/** The database to copy, with the secret that decrypts its contents. */
export interface BackupSource {
  readonly config: Config
  readonly database: Omit<OpenDatabase<Schema>, 'db'> & { readonly db: Database }
  readonly secret: MasterSecret
}

/** Opens the configured database without migrating it or creating anything. The caller closes the database. */
export const openBackupSource = async (config: Config, logger: Logger): Promise<BackupSource> => {
  refuseWithoutDatabase(config)
  const secret = findMasterSecret(config)
  const database = await openDatabase<Schema>({ ...config, logger })
  try {
    if (await isDatabaseEmpty(database.db)) throw new StartProblem('The database is empty: there is nothing to copy.')
    await refuseOtherMode(database.db, config.mode)
    await refuseOtherSecret(database.db, secret)
    return { config, database, secret }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Throws if the data folder has no database, so that a mistyped folder does not get a new one. */
export const refuseWithoutDatabase = ({ databaseUrl, dataDir }: Config): void => {
  if (databaseUrl === null && !existsSync(join(dataDir, 'database')))
    throw new StartProblem(`There is no database in the data folder ${dataDir}.`)
}

/** Finds the configured master secret. Throws if there is none, because a new one could not decrypt anything. */
export const findMasterSecret = ({ secretKey, dataDir }: Config): MasterSecret => {
  const text = secretKey ?? findSecretIn(dataDir)
  if (text !== undefined) return masterSecretOf(text)
  throw new StartProblem(
    `There is no master secret: set that of the server in SECRET_KEY, or put its secret.key into the data folder ${dataDir}.`,
  )
}

/** Returns the manifest of the database as a transaction sees it, without the payload. */
export const describeDatabase = async (
  transaction: Database,
  { config, database, secret }: BackupSource,
  kind: ArchiveKind,
  dumpedBy: number | null = null,
): Promise<UnfinishedManifest> => {
  const { rows } = await sql<{ postgresql: number; migrations: Manifest['migrations'] }>`
    select current_setting('server_version_num')::integer / 10000 as postgresql,
      (select jsonb_agg(jsonb_build_object('version', version, 'name', name, 'appliedAt', applied_at::text,
        'needsVersion', needs_version) order by version) from schema_migrations) as migrations`.execute(transaction)
  const { postgresql, migrations } = oneRow(rows)
  return {
    format: formatVersion,
    kind,
    database: database.kind,
    version,
    mode: config.mode,
    at: await readMoment(transaction),
    postgresql,
    dumpedBy,
    migrations,
    contents: await countDatabaseTotals(transaction),
    secret: secretFingerprintOf(secret),
  }
}

const { version } = createRequire(import.meta.url)('../../package.json') as { readonly version: string }
