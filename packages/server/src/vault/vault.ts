import { transactWithRetries } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import { randomBytes } from 'node:crypto'
import type { MasterSecret } from '../credentials/master-secret.ts'
import { seal, unseal } from '../credentials/seal.ts'
import { insertDataKey, unwrapKey } from '../credentials/wrapped-keys.ts'
import { lockServerWide } from '../store/writes/advisory-locks.ts'
import { acrossOrganizations } from '../store/across-organizations.ts'
import type { Database } from '../store/database.ts'
import { inOrganization } from '../store/in-organization.ts'

/** The stored part of a card: everything that later charges need, and never the security code. */
export interface VaultedCard {
  readonly number: string
  readonly expMonth: number
  readonly expYear: number
  readonly name: string | null
}

/** The organization and id under which a card is stored. */
export interface VaultedCardKey {
  readonly organizationId: string
  readonly id: string
}

/** The result of a rotation. */
export interface VaultRotation {
  /** The key version with which every card is now encrypted. */
  readonly version: number
  readonly resealed: number
  /** Whether this call finished an earlier interrupted rotation, without making a new key. */
  readonly resumed: boolean
}

/**
 * Card numbers for processors that store none, encrypted with AES-256-GCM under versioned data keys, which are wrapped under the master
 * secret. A card can only be decrypted under its own organization and id, so stored cards cannot be swapped.
 */
export interface Vault {
  keep(db: Database, place: VaultedCardKey, card: VaultedCard, at: Timestamp): Promise<void>
  /** Decrypts a card; `undefined` if there is none. Throws if the stored bytes were changed. */
  open(db: Database, place: VaultedCardKey): Promise<VaultedCard | undefined>
  forget(db: Database, place: VaultedCardKey): Promise<void>
  /**
   * Encrypts every card with a new data key, in batches, while cards are charged. If a rotation was interrupted, finishes that rotation
   * instead.
   */
  rotate(wall: Timestamp): Promise<VaultRotation>
}

/** Opens the vault of this server. */
export const openVault = (database: Database, master: MasterSecret): Vault => {
  const opened = new Map<number, Buffer>()
  const keyOf = async (db: Database, version: number): Promise<Buffer> => {
    const known = opened.get(version)
    if (known !== undefined) return known
    const row = await db
      .selectFrom('dataKeys')
      .select(['purpose', 'version', 'wrappedKey'])
      .where('purpose', '=', 'cards')
      .where('version', '=', version)
      .executeTakeFirstOrThrow()
    const key = unwrapKey(master, row)
    opened.set(version, key)
    return key
  }

  return {
    async keep(db, place, card, at) {
      const version = (await versionToSealWith(db)) ?? (await makeKey(db, master, at))
      const sealed = seal(await keyOf(db, version), labelOf(place), JSON.stringify(card))
      await inOrganization(db, place.organizationId)
        .insertInto('vaultedCards')
        .values({ id: place.id, sealed, keyVersion: version, createdAt: at })
        .execute()
    },

    async open(db, place) {
      const row = await inOrganization(db, place.organizationId)
        .selectFrom('vaultedCards')
        .select(['sealed', 'keyVersion'])
        .where('id', '=', place.id)
        .executeTakeFirst()
      if (row === undefined) return undefined
      return JSON.parse(unseal(await keyOf(db, row.keyVersion), labelOf(place), row.sealed)) as VaultedCard
    },

    async forget(db, { organizationId, id }) {
      await inOrganization(db, organizationId).deleteFrom('vaultedCards').where('id', '=', id).execute()
    },

    async rotate(wall) {
      const newest = await newestVersion(database)
      const resumed = newest !== undefined && (await hasOlderCards(database, newest))
      const version = resumed ? newest : await makeKey(database, master, wall)
      let resealed = 0
      // A batch may be short because cards were deleted meanwhile, so only this look-up shows that no older card is left.
      while (await hasOlderCards(database, version)) resealed += await resealBatch(database, version, keyOf)
      return { version, resealed, resumed }
    },
  }
}

const labelOf = ({ organizationId, id }: VaultedCardKey): string => `card ${organizationId} ${id}`

const newestVersion = async (db: Database): Promise<number | undefined> =>
  (
    await db
      .selectFrom('dataKeys')
      .select('version')
      .where('purpose', '=', 'cards')
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.version

/**
 * Returns the newest key version, which stays the newest until the transaction ends; `undefined` if there is no key. A rotation waits for
 * this transaction, so that it misses no card that is encrypted with the former key and committed later.
 */
const versionToSealWith = async (db: Database): Promise<number | undefined> => {
  if ((await newestVersion(db)) === undefined) return undefined
  await lockServerWide(db, 'data keys of cards', 'shared')
  return newestVersion(db)
}

/** Makes the key of the next version. It waits for transactions that are making a key or encrypting a card. */
const makeKey = (db: Database, master: MasterSecret, wall: Timestamp): Promise<number> => {
  const make = async (work: Database): Promise<number> => {
    await lockServerWide(work, 'data keys of cards')
    const version = ((await newestVersion(work)) ?? 0) + 1
    await insertDataKey(work, master, { purpose: 'cards', version, key: randomBytes(32), wall })
    return version
  }
  return db.isTransaction ? make(db) : transactWithRetries(db, make)
}

const hasOlderCards = async (db: Database, version: number): Promise<boolean> =>
  (await acrossOrganizations(db, 'key rotation')
    .selectFrom('vaultedCards')
    .select('id')
    .where('keyVersion', '<', version)
    .limit(1)
    .executeTakeFirst()) !== undefined

const batchSize = 200

/** Encrypts up to a batch of cards again in one transaction. It waits for cards that another transaction has locked. */
const resealBatch = (
  database: Database,
  version: number,
  keyOf: (db: Database, version: number) => Promise<Buffer>,
): Promise<number> =>
  transactWithRetries(database, async (db) => {
    const rows = await acrossOrganizations(db, 'key rotation')
      .selectFrom('vaultedCards')
      .selectAll()
      .where('keyVersion', '<', version)
      .orderBy('keyVersion')
      .limit(batchSize)
      .forUpdate()
      .execute()
    const key = await keyOf(db, version)
    for (const row of rows) {
      const label = labelOf(row)
      const sealed = seal(key, label, unseal(await keyOf(db, row.keyVersion), label, row.sealed))
      await inOrganization(db, row.organizationId)
        .updateTable('vaultedCards')
        .set({ sealed, keyVersion: version })
        .where('id', '=', row.id)
        .execute()
    }
    return rows.length
  })
