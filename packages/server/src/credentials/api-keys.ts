import { Problem, type ScopedResource } from '@billing-checkout/contract'
import { transactWithRetries } from '@billing-checkout/database'
import { addSeconds, type Timestamp } from '@billing-checkout/domain'
import { createHmac, createSecretKey, randomUUID } from 'node:crypto'
import type { Mode } from '../config/mode.ts'
import type { MerchantPrincipal } from '../organization/caller-context.ts'
import { organizationOf, type OrganizationRow } from '../organization/load-organization.ts'
import { organizationChanges } from '../organization/organization-changes.ts'
import type { Organization } from '../organization/organization.ts'
import { acrossOrganizations } from '../store/across-organizations.ts'
import { recordAuditInTransaction } from '../store/audit/record-audit.ts'
import type { Database } from '../store/database.ts'
import { inOrganization, type OrganizationDatabase } from '../store/in-organization.ts'
import { compiledOnce } from '../store/queries/compiled-once.ts'
import { hintOfApiKey, mintApiKeyText, modeOfApiKey } from './api-key-text.ts'
import type { MasterSecret } from './master-secret.ts'
import { type ShortLivedCache, createShortLivedCache } from './short-lived-cache.ts'

/** The access that a key has to each kind of resource; null: all access. */
export type Scopes = Readonly<Partial<Record<ScopedResource, 'read' | 'write'>>> | null

/** The facts about a key that may be shown after its creation. */
export interface ApiKeySummary {
  readonly id: string
  /** The key's beginning and its last four characters. */
  readonly hint: string
  /** The name that the merchant gave to the key. */
  readonly name: string | null
  readonly scopes: Scopes
  readonly createdAt: Timestamp
  readonly expiresAt: Timestamp | null
  readonly revokedAt: Timestamp | null
}

/** The scopes and the name of a new key. */
interface NewApiKeyFacts {
  readonly scopes: Scopes
  readonly name?: string | null | undefined
}

/** A new key. Its text is shown only once and never stored. */
export interface NewApiKey {
  readonly id: string
  readonly key: string
}

/** All operations on API keys. Times are wall-clock times. */
export interface ApiKeys {
  create(organizationId: string, options: NewApiKeyFacts & { readonly wall: Timestamp }): Promise<NewApiKey>
  list(organizationId: string): Promise<readonly ApiKeySummary[]>
  /** Revokes a key at once; `undefined` if the organization has no such key. */
  revoke(organizationId: string, id: string, wall: Timestamp): Promise<ApiKeySummary | undefined>
  /**
   * Makes a key with the same name and scopes, and lets the old key work for at most another `overlapSeconds`; `undefined` if the
   * organization has no such working key.
   */
  rotate(
    organizationId: string,
    id: string,
    options: { overlapSeconds: number; wall: Timestamp },
  ): Promise<NewApiKey | undefined>
  /**
   * Finds the organization and scopes of a key. Throws `invalid_credentials` or `expired_credentials`. Keys and organizations are cached
   * for a second, because querying both for each request was half the cost of a read. A change by this process takes effect at once, and a
   * change by another process within a second.
   */
  authenticate(
    text: string,
    wall: Timestamp,
  ): Promise<{ readonly organization: Organization; readonly principal: MerchantPrincipal }>
}

/** Returns the operations on a server's API keys. Only keys of the server's own mode are accepted. */
export const openApiKeys = (database: Database, masterSecret: MasterSecret, mode: Mode): ApiKeys => {
  const remembered = createShortLivedCache<FoundKey>(rememberedMillis)
  organizationChanges.on('change', remembered.clear)
  const keys: ApiKeyStore = { database, mode, hashOf: hashWith(masterSecret), remembered }
  return {
    create: (organizationId, { wall, ...facts }) =>
      transactWithRetries(database, (transaction) =>
        insertKey(keys, inOrganization(transaction, organizationId), facts, wall),
      ),
    list: (organizationId) => listKeys(inOrganization(database, organizationId)),
    revoke: (organizationId, id, wall) => revokeKey(keys, organizationId, id, wall),
    rotate: (organizationId, id, options) => rotateKey(keys, organizationId, id, options),
    authenticate: (text, wall) => authenticateBy(keys, text, wall),
  }
}

interface ApiKeyStore {
  readonly database: Database
  readonly mode: Mode
  readonly hashOf: (text: string) => Buffer
  /** Keys found within the last second, by their hashes. */
  readonly remembered: ShortLivedCache<FoundKey>
}

/**
 * Makes a keyed hash, so that an attacker that reads the table cannot test guessed keys against it. The timing of the row's look-up reveals
 * nothing, because an attacker without the hash's key cannot choose a hash.
 */
const hashWith = (masterSecret: MasterSecret) => {
  const secret = createSecretKey(masterSecret.deriveKey('api keys'))
  return (text: string): Buffer => createHmac('sha256', secret).update(text).digest()
}

const shown = ['id', 'hint', 'name', 'scopes', 'createdAt', 'expiresAt', 'revokedAt'] as const

const insertKey = async (
  { mode, hashOf }: ApiKeyStore,
  db: OrganizationDatabase,
  { scopes, name = null }: NewApiKeyFacts,
  wall: Timestamp,
): Promise<NewApiKey> => {
  const key = mintApiKeyText(mode)
  const id = `key_${randomUUID()}`
  await db
    .insertInto('apiKeys')
    .values({
      id,
      secretHash: hashOf(key),
      hint: hintOfApiKey(key),
      name,
      scopes: scopes === null ? null : JSON.stringify(scopes),
      createdAt: wall,
      expiresAt: null,
      revokedAt: null,
    })
    .execute()
  await recordAuditInTransaction(db, db.organizationId, {
    object: id,
    after: { hint: hintOfApiKey(key), name, scopes },
  })
  return { id, key }
}

const listKeys = (db: OrganizationDatabase): Promise<readonly ApiKeySummary[]> =>
  db.selectFrom('apiKeys').select(shown).orderBy('createdAt').orderBy('id').execute()

const revokeKey = async (
  { database, remembered }: ApiKeyStore,
  organizationId: string,
  id: string,
  wall: Timestamp,
): Promise<ApiKeySummary | undefined> => {
  const revoked = await transactWithRetries(database, async (transaction) => {
    const row = await inOrganization(transaction, organizationId)
      .updateTable('apiKeys')
      .set((key) => ({ revokedAt: key.fn.coalesce('revokedAt', key.val(wall)) }))
      .where('id', '=', id)
      .returning(shown)
      .executeTakeFirst()
    if (row !== undefined)
      await recordAuditInTransaction(transaction, organizationId, { object: id, after: { revoked_at: row.revokedAt } })
    return row
  })
  remembered.clear()
  return revoked
}

const rotateKey = async (
  keys: ApiKeyStore,
  organizationId: string,
  id: string,
  { overlapSeconds, wall }: { readonly overlapSeconds: number; readonly wall: Timestamp },
): Promise<NewApiKey | undefined> => {
  const fresh = await transactWithRetries(keys.database, async (transaction) => {
    const db = inOrganization(transaction, organizationId)
    const end = addSeconds(wall, overlapSeconds)
    const old = await db
      .updateTable('apiKeys')
      .set((row) => ({ expiresAt: row.fn<Timestamp>('least', ['expiresAt', row.val(end)]) }))
      .where('id', '=', id)
      .where('revokedAt', 'is', null)
      .where(({ eb, or }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', wall)]))
      .returning(['scopes', 'name'])
      .executeTakeFirst()
    if (old === undefined) return undefined
    await recordAuditInTransaction(db, organizationId, { object: id, after: { expires_at: end } })
    return insertKey(keys, db, old, wall)
  })
  keys.remembered.clear()
  return fresh
}

const authenticateBy = async (
  { database, mode, hashOf, remembered }: ApiKeyStore,
  text: string,
  wall: Timestamp,
): ReturnType<ApiKeys['authenticate']> => {
  requireKeyOf(mode, text)
  const secretHash = hashOf(text)
  const found = await remembered.get(secretHash.toString('base64'), wall, () => findKey(database, secretHash))
  if (found === undefined) throw invalid('This API key is unknown.')
  if (found.revokedAt !== null) throw invalid('This API key has been revoked.')
  if (found.expiresAt !== null && found.expiresAt <= wall) {
    throw new Problem('expired_credentials', `This API key expired at ${found.expiresAt}.`)
  }
  return {
    organization: organizationOf(found),
    principal: { kind: 'merchant', keyId: found.keyId, scopes: found.scopes },
  }
}

const rememberedMillis = 1000

interface FoundKey extends OrganizationRow, Pick<ApiKeySummary, 'scopes' | 'expiresAt' | 'revokedAt'> {
  readonly keyId: string
}

const findKey = async (database: Database, secretHash: Buffer): Promise<FoundKey | undefined> =>
  (await findByHash(database, secretHash))[0]

const findByHash = compiledOnce((database: Database, secretHash: Buffer) =>
  acrossOrganizations(database, 'key hash')
    .selectFrom('apiKeys')
    .innerJoin('organizations', 'organizations.id', 'apiKeys.organizationId')
    .select(['apiKeys.id as keyId', 'scopes', 'expiresAt', 'revokedAt'])
    .select(['organizations.id', 'organizations.name', 'organizations.settings'])
    .where('secretHash', '=', secretHash),
)

const requireKeyOf = (mode: Mode, text: string): void => {
  const keyMode = modeOfApiKey(text)
  if (keyMode === undefined)
    throw invalid('This is not an API key: keys begin with sk_sandbox_ or sk_live_ and end in a checksum.')
  if (keyMode !== mode) throw invalid(`This is a ${keyMode} key, and this server runs in ${mode} mode.`)
}

const invalid = (message: string): Problem => new Problem('invalid_credentials', message)
