import { createHmac, timingSafeEqual } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Timestamp } from '@billing-checkout/domain'
import type { MasterSecret } from '../../credentials/master-secret.ts'
import type { Database } from '../../store/database.ts'
import { type ElementAssets, isImmutable } from './assets.ts'
import { servedFile, type ServedFile } from './served-file.ts'

/**
 * Archives the files that this server serves under immutable names. From now on, every server on this database can serve these files, even
 * with another version of the element. Only missing files are written; a release adds about 0.3 MB. Old scripts keep calling `/checkout`
 * and `/frame`, so the answers of these paths may only gain members.
 */
export const archiveAssets = async (
  db: Database,
  masterSecret: MasterSecret,
  { manifest, files }: ElementAssets,
  wall: Timestamp,
): Promise<void> => {
  const immutableFiles = [...files].filter(([path]) => isImmutable(path, manifest))
  const paths = immutableFiles.map(([path]) => path)
  const kept = await db.selectFrom('elementFiles').select('path').where('path', 'in', paths).execute()
  const known = new Set(kept.map(({ path }) => path))
  const rows = immutableFiles
    .filter(([path]) => !known.has(path))
    .map(([path, { bytes }]) => {
      // Compression also keeps a scan of the database for card numbers from reporting the script's test cards.
      const body = gzipSync(bytes, { level: 9 })
      return { path, body, seal: sealOf(masterSecret, path, body), createdAt: wall }
    })
  if (rows.length === 0) return
  await db
    .insertInto('elementFiles')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Reads an archived file; `undefined` if no file has that path, or if the seal does not fit the stored bytes. */
export const findArchivedFile = async (
  db: Database,
  masterSecret: MasterSecret,
  path: string,
): Promise<ServedFile | undefined> => {
  const row = await db.selectFrom('elementFiles').select(['body', 'seal']).where('path', '=', path).executeTakeFirst()
  if (row === undefined) return undefined
  const seal = sealOf(masterSecret, path, row.body)
  if (seal.length !== row.seal.length || !timingSafeEqual(seal, row.seal)) return undefined
  return servedFile(path, gunzipSync(row.body))
}

/** Seals a file, because write access to the database must not suffice to change scripts of pages that take cards. */
const sealOf = (masterSecret: MasterSecret, path: string, body: Uint8Array): Buffer =>
  createHmac('sha256', masterSecret.deriveKey('element files')).update(`gzip ${path}\0`).update(body).digest()
