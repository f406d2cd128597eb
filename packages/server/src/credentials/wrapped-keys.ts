import { transactWithRetries } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import { lockServerWide } from '../store/writes/advisory-locks.ts'
import type { Database } from '../store/database.ts'
import type { DataKeyTable } from '../store/schema/installation.ts'
import type { StoredKeyPurpose, KeyPurpose, MasterSecret } from './master-secret.ts'
import { seal, unseal } from './seal.ts'
import { rewrapServerKeys } from './server-keys.ts'
import { WrongMasterSecret } from './wrong-master-secret.ts'

const keptPurposes = [
  'api keys',
  'fingerprints',
  'element files',
  'webhook secrets',
  'connection credentials',
  'audit',
  'pages',
] as const satisfies readonly StoredKeyPurpose[]

type WrappedKey = Pick<DataKeyTable, 'purpose' | 'version' | 'wrappedKey'>

/**
 * Opens the keys that the database stores, wrapped under the master secret, and makes missing ones. Returns a master secret with these
 * stored keys instead of derived ones, because a derived key would change with the secret. During a change of the secret, `former` is the
 * secret under which the stored keys are still wrapped. Throws `WrongMasterSecret` if neither secret opens them. A dump of the database
 * alone reveals no key.
 */
export const openStoredKeys = (
  database: Database,
  master: MasterSecret,
  former: MasterSecret | null,
  wall: Timestamp,
): Promise<MasterSecret> =>
  transactWithRetries(database, async (db) => {
    await lockServerWide(db, 'wrapped keys')
    if (former !== null) {
      await rewrapServerKeys(db, former, master)
      await rewrapDataKeys(db, former, master)
    }
    const kept = new Map<KeyPurpose, Buffer>()
    for (const purpose of keptPurposes)
      kept.set(purpose, await keptKey(db, purpose, { master, origin: former ?? master, wall }))
    return { deriveKey: (purpose) => kept.get(purpose) ?? master.deriveKey(purpose) }
  })

interface Origin {
  readonly master: MasterSecret
  /** The secret from which the key was derived before it was stored. */
  readonly origin: MasterSecret
  readonly wall: Timestamp
}

const keptKey = async (db: Database, purpose: StoredKeyPurpose, { master, origin, wall }: Origin): Promise<Buffer> => {
  const row = await findWrapped(db, purpose)
  if (row !== undefined) return unwrapKey(master, row)
  const key = origin.deriveKey(purpose)
  await insertDataKey(db, master, { purpose, version: 1, key, wall })
  return key
}

/** Returns the stored key of a purpose. If none is stored, returns the derived key that a server would store. It changes nothing. */
export const findStoredKey = async (db: Database, master: MasterSecret, purpose: StoredKeyPurpose): Promise<Buffer> => {
  const row = await findWrapped(db, purpose)
  return row === undefined ? master.deriveKey(purpose) : unwrapKey(master, row)
}

const findWrapped = (db: Database, purpose: StoredKeyPurpose) =>
  db
    .selectFrom('dataKeys')
    .select(['purpose', 'version', 'wrappedKey'])
    .where('purpose', '=', purpose)
    .executeTakeFirst()

/** Stores a new key, wrapped under the master secret. */
export const insertDataKey = async (
  db: Database,
  master: MasterSecret,
  { purpose, version, key, wall }: { purpose: DataKeyTable['purpose']; version: number; key: Buffer; wall: Timestamp },
): Promise<void> => {
  await db
    .insertInto('dataKeys')
    .values({ purpose, version, wrappedKey: wrapKey(master, { purpose, version }, key), createdAt: wall })
    .execute()
}

/** Opens a wrapped key. Throws `WrongMasterSecret` if it was wrapped under another secret. */
export const unwrapKey = (master: MasterSecret, row: WrappedKey): Buffer => {
  try {
    return Buffer.from(unseal(master.deriveKey('data keys'), labelOf(row), row.wrappedKey), 'base64')
  } catch {
    throw new WrongMasterSecret()
  }
}

/** Opens every wrapped key of a database without changing anything. Throws `WrongMasterSecret` if one was wrapped under another secret. */
export const refuseOtherSecret = async (db: Database, master: MasterSecret): Promise<void> => {
  for (const row of await db.selectFrom('dataKeys').select(['purpose', 'version', 'wrappedKey']).execute()) {
    unwrapKey(master, row)
  }
}

const wrapKey = (master: MasterSecret, row: Omit<WrappedKey, 'wrappedKey'>, key: Buffer): Buffer =>
  seal(master.deriveKey('data keys'), labelOf(row), key.toString('base64'))

const labelOf = ({ purpose, version }: Omit<WrappedKey, 'wrappedKey'>): string => `data key ${purpose} ${version}`

/** Wraps again every key that only the former secret opens. Keys that the new secret opens stay unchanged, so a second run is safe. */
const rewrapDataKeys = async (db: Database, former: MasterSecret, master: MasterSecret): Promise<void> => {
  for (const row of await db.selectFrom('dataKeys').select(['purpose', 'version', 'wrappedKey']).execute()) {
    if (opens(master, row)) continue
    await db
      .updateTable('dataKeys')
      .set({ wrappedKey: wrapKey(master, row, unwrapKey(former, row)) })
      .where('purpose', '=', row.purpose)
      .where('version', '=', row.version)
      .execute()
  }
}

const opens = (master: MasterSecret, row: WrappedKey): boolean => {
  try {
    unwrapKey(master, row)
    return true
  } catch {
    return false
  }
}
