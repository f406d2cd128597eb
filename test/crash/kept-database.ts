import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '#database/embedded/open.ts'
import type { DatabaseKind, OpenDatabase } from '#database/database-engine.ts'
import { openPostgresql } from '#database/postgresql/open.ts'
import type { Schema } from '#server/store/schema/schema.ts'
import { createDatabase, dropDatabase } from '../support/databases/database-on-server.ts'
import type { DatabaseTemplates } from '../support/databases/database-templates.ts'
import { copyClusterTo } from '../support/databases/copy-cluster-to.ts'

/** A database that outlives the servers that use it. */
export interface KeptDatabase {
  /** The settings with which a server finds the database. */
  readonly settings: Readonly<Record<string, string>>
  /** The data folder of the servers. It contains the database if that is embedded. */
  readonly folder: string
  /** Opens the database; an embedded one only while no server runs. */
  open(): Promise<OpenDatabase<Schema>>
  discard(): Promise<void>
}

/** Creates a database of this kind with all tables and no rows, from its template. */
export const keepDatabase = async (
  kind: DatabaseKind,
  templates: Pick<DatabaseTemplates, DatabaseKind>,
): Promise<KeptDatabase> => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-checkout-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  const shared = { DATA_DIR: folder, SECRET_KEY: 'a secret of the tests that nobody else has' }
  if (kind === 'embedded') {
    copyClusterTo((await templates.embedded()).migrated, folder)
    return { settings: shared, folder, open: () => openEmbedded(folder), discard: async () => removeFolder() }
  }
  const { server, migrated } = await templates.postgresql()
  const url = await createDatabase(server, migrated)
  return {
    settings: { ...shared, DATABASE_URL: url },
    folder,
    open: () => openPostgresql(url, { mode: 'sandbox' }),
    async discard() {
      removeFolder()
      await dropDatabase(server, url)
    },
  }
}
