import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../../packages/server/src/store/engine/embedded/open.ts'
import type { DatabaseKind, OpenDatabase } from '../../packages/server/src/store/engine/open-database.ts'
import type { Schema } from '../../packages/server/src/store/schema.ts'
import { openTestDatabase } from '../support/databases.ts'

/** A database that outlives the servers over it. */
export interface KeptDatabase {
  /** What a server is told to find it by. */
  readonly settings: Readonly<Record<string, string>>
  /** The folder that the embedded one keeps its files in. */
  readonly folder: string
  /** Opens it when no server runs. */
  open(): Promise<OpenDatabase<Schema>>
  discard(): Promise<void>
}

/** An empty database of a kind. */
export const keepDatabase = async (kind: DatabaseKind): Promise<KeptDatabase> => {
  const folder = mkdtempSync(join(tmpdir(), 'billing-checkout-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  const shared = { DATA_DIR: folder, SECRET_KEY: 'a secret of the tests that nobody else has' }
  if (kind === 'embedded') {
    return { settings: shared, folder, open: () => openEmbedded(folder), discard: async () => removeFolder() }
  }
  const database = await openTestDatabase('postgresql')
  return {
    settings: { ...shared, DATABASE_URL: database.url! },
    folder,
    open: async () => ({ ...database, close: async () => {} }),
    async discard() {
      removeFolder()
      await database.close()
    },
  }
}
