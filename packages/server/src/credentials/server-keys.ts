import { transactWithRetries } from '@billing-checkout/database'
import { addSeconds, type Timestamp } from '@billing-checkout/domain'
import { calculateJwkThumbprint } from 'jose'
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { lockServerWide } from '../store/writes/advisory-locks.ts'
import type { Database } from '../store/database.ts'
import type { MasterSecret } from './master-secret.ts'
import { seal, unseal } from './seal.ts'
import { WrongMasterSecret } from './wrong-master-secret.ts'

/** One of the server's own key pairs. */
export interface ServerKey {
  /** RFC 7638 thumbprint of the public key. */
  readonly kid: string
  readonly publicJwk: Readonly<Record<string, string>>
  readonly publicKey: KeyObject
  readonly privateKey: KeyObject
  readonly retiredAt: Timestamp | null
}

/** The key pairs of one purpose, newest first. */
export interface ServerKeys {
  /** The key for new values. */
  current(wall: Timestamp): Promise<ServerKey>
  /** Every key that is still accepted for existing values. */
  usable(wall: Timestamp): Promise<readonly ServerKey[]>
  find(kid: string, wall: Timestamp): Promise<ServerKey | undefined>
}

/** The properties of the keys of one purpose. */
export interface ServerKeyKind {
  readonly purpose: 'client_token' | 'card'
  /** Seconds for which a retired key is still accepted. */
  readonly usableAfterSeconds: number
  make(): Promise<KeyObject>
}

/** Milliseconds for which a process may not notice that another process has made or retired a key. */
const refreshedEveryMillis = 60_000

/**
 * Opens the server's keys of one kind, which the first start makes in the database. Servers that start together use the same keys. Throws,
 * with a sentence for the operator, if the keys were encrypted under another master secret.
 */
export const openServerKeys = async (
  database: Database,
  masterSecret: MasterSecret,
  kind: ServerKeyKind,
  wall: Timestamp,
): Promise<ServerKeys> => {
  await makeFirstKey(database, masterSecret, kind, wall)
  let known = await loadKeys(database, masterSecret, kind)
  let knownAt = Date.parse(wall)

  const refreshed = async (now: Timestamp): Promise<readonly ServerKey[]> => {
    if (Math.abs(Date.parse(now) - knownAt) >= refreshedEveryMillis) {
      knownAt = Date.parse(now)
      known = await loadKeys(database, masterSecret, kind)
    }
    return known
  }
  const usable = async (now: Timestamp) => (await refreshed(now)).filter((key) => isUsable(key, kind, now))

  return {
    usable,
    async current(now) {
      const key = (await usable(now)).find(({ retiredAt }) => retiredAt === null)
      if (key === undefined) throw new Error(`There is no current ${kind.purpose} key.`)
      return key
    },
    async find(kid, now) {
      const found = (await usable(now)).find((key) => key.kid === kid)
      if (found !== undefined || known.some((key) => key.kid === kid)) return found
      // Another server may have made the key since, so load the keys again. A call with an invented key id costs only this query.
      known = await loadKeys(database, masterSecret, kind)
      return known.find((key) => key.kid === kid && isUsable(key, kind, now))
    },
  }
}

const isUsable = ({ retiredAt }: ServerKey, { usableAfterSeconds }: ServerKeyKind, now: Timestamp): boolean =>
  retiredAt === null || addSeconds(retiredAt, usableAfterSeconds) > now

const makeFirstKey = (
  database: Database,
  masterSecret: MasterSecret,
  kind: ServerKeyKind,
  wall: Timestamp,
): Promise<void> =>
  transactWithRetries(database, async (db) => {
    await lockServerWide(db, `server key ${kind.purpose}`)
    const existing = await db
      .selectFrom('serverKeys')
      .select('kid')
      .where('purpose', '=', kind.purpose)
      .where('retiredAt', 'is', null)
      .executeTakeFirst()
    if (existing === undefined) await insertKey(db, masterSecret, kind, wall)
  })

const insertKey = async (
  db: Database,
  masterSecret: MasterSecret,
  kind: ServerKeyKind,
  wall: Timestamp,
): Promise<void> => {
  const privateJwk = (await kind.make()).export({ format: 'jwk' }) as Record<string, string>
  const publicJwk = Object.fromEntries(Object.entries(privateJwk).filter(([member]) => publicMembers.has(member)))
  const kid = await calculateJwkThumbprint(publicJwk)
  await db
    .insertInto('serverKeys')
    .values({
      kid,
      purpose: kind.purpose,
      publicJwk: JSON.stringify(publicJwk),
      sealedPrivateJwk: seal(masterSecret.deriveKey('server keys'), labelOf(kind, kid), JSON.stringify(privateJwk)),
      createdAt: wall,
      retiredAt: null,
    })
    .execute()
}

/** The public members of a JWK. A list of the private members to remove would leak any member that is missing from it. */
const publicMembers = new Set(['kty', 'crv', 'x', 'n', 'e'])

const labelOf = ({ purpose }: Pick<ServerKeyKind, 'purpose'>, kid: string): string => `${purpose} ${kid}`

const loadKeys = async (
  database: Database,
  masterSecret: MasterSecret,
  kind: ServerKeyKind,
): Promise<readonly ServerKey[]> => {
  const rows = await database
    .selectFrom('serverKeys')
    .select(['kid', 'publicJwk', 'sealedPrivateJwk', 'retiredAt'])
    .where('purpose', '=', kind.purpose)
    .orderBy('createdAt', 'desc')
    .execute()
  return rows.map(({ kid, publicJwk, sealedPrivateJwk, retiredAt }) => {
    const privateKey = openPrivateKey(masterSecret, labelOf(kind, kid), sealedPrivateJwk)
    return { kid, publicJwk, publicKey: createPublicKey(privateKey), privateKey, retiredAt }
  })
}

const openPrivateKey = (masterSecret: MasterSecret, label: string, sealed: Uint8Array): KeyObject => {
  try {
    const jwk = JSON.parse(unseal(masterSecret.deriveKey('server keys'), label, sealed)) as Record<string, string>
    return createPrivateKey({ format: 'jwk', key: jwk })
  } catch {
    throw new WrongMasterSecret()
  }
}

/** Encrypts again every private key that only the former secret opens. Keys that the new secret opens stay unchanged. */
export const rewrapServerKeys = async (db: Database, former: MasterSecret, master: MasterSecret): Promise<void> => {
  for (const { kid, purpose, sealedPrivateJwk } of await db.selectFrom('serverKeys').selectAll().execute()) {
    const label = labelOf({ purpose }, kid)
    if (canOpen(master, label, sealedPrivateJwk)) continue
    const jwk = openPrivateKey(former, label, sealedPrivateJwk).export({ format: 'jwk' })
    await db
      .updateTable('serverKeys')
      .set({ sealedPrivateJwk: seal(master.deriveKey('server keys'), label, JSON.stringify(jwk)) })
      .where('kid', '=', kid)
      .execute()
  }
}

const canOpen = (master: MasterSecret, label: string, sealed: Uint8Array): boolean => {
  try {
    openPrivateKey(master, label, sealed)
    return true
  } catch {
    return false
  }
}

/** Retires the current key of a kind and makes its successor. The old key is still accepted for the kind's `usableAfterSeconds`. */
export const rotateServerKey = (
  database: Database,
  masterSecret: MasterSecret,
  kind: ServerKeyKind,
  wall: Timestamp,
): Promise<void> =>
  transactWithRetries(database, async (db) => {
    await db
      .updateTable('serverKeys')
      .set({ retiredAt: wall })
      .where('purpose', '=', kind.purpose)
      .where('retiredAt', 'is', null)
      .execute()
    await insertKey(db, masterSecret, kind, wall)
  })
