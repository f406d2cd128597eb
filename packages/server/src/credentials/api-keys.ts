import { Problem, type ScopedResource } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import { createHmac, createSecretKey, randomUUID } from 'node:crypto'
import type { Mode } from '../config/mode.ts'
import type { MerchantPrincipal } from '../organization/caller-context.ts'
import { organizationChanges } from '../organization/organization-changes.ts'
import { organizationOf, type OrganizationRow } from '../organization/load-organization.ts'
import type { Organization } from '../organization/organization.ts'
import type { Database } from '../store/database.ts'
import { hintOfApiKey, mintApiKeyText, modeOfApiKey } from './api-key-text.ts'
import type { MasterSecret } from './master-secret.ts'
import { rememberBriefly } from './remember-briefly.ts'

/** What a key may do with each kind of resource; null: everything. */
export type Scopes = Readonly<Partial<Record<ScopedResource, 'read' | 'write'>>> | null

/** What may be known of a key after it was made. */
export interface ApiKeyFacts {
  readonly id: string
  /** Its beginning and its last four characters. */
  readonly hint: string
  readonly scopes: Scopes
  readonly createdAt: Timestamp
  readonly expiresAt: Timestamp | null
  readonly revokedAt: Timestamp | null
}

/** A new key. Its text is shown this once and stored nowhere. */
interface NewApiKey {
  readonly id: string
  readonly key: string
}

/** All operations on API keys. Times are wall-clock times. */
export interface ApiKeys {
  create(organizationId: string, options: { scopes: Scopes; wall: Timestamp }): Promise<NewApiKey>
  list(organizationId: string): Promise<readonly ApiKeyFacts[]>
  /** Ends a key at once; `undefined` when the organization has no such key. */
  revoke(organizationId: string, id: string, wall: Timestamp): Promise<ApiKeyFacts | undefined>
  /** Makes a key with the same scopes and lets the old one work for `overlapSeconds` more. */
  rotate(
    organizationId: string,
    id: string,
    options: { overlapSeconds: number; wall: Timestamp },
  ): Promise<NewApiKey | undefined>
  /**
   * Tells who a key belongs to. Throws `invalid_credentials` or `expired_credentials`. A change of the key or its organization by
   * another process counts within a second, one by this process at once (DECISIONS 24).
   */
  authenticate(
    text: string,
    wall: Timestamp,
  ): Promise<{ readonly organization: Organization; readonly principal: MerchantPrincipal }>
}

/** The API keys of one server; only keys of its own mode are accepted. */
export const createApiKeys = (database: Database, masterSecret: MasterSecret, mode: Mode): ApiKeys => {
  // A keyed hash: whoever reads the table cannot try keys against it. Finding a row by it tells nothing about a key
  // through its timing, because one cannot steer towards a hash that one cannot compute.
  const secret = createSecretKey(masterSecret.deriveKey('api keys'))
  const hashOf = (text: string) => createHmac('sha256', secret).update(text).digest()

  const remembered = rememberBriefly<FoundKey>(rememberedMillis)
  organizationChanges.on('change', remembered.forget)

  const insert = async (db: Database, organizationId: string, scopes: Scopes, wall: Timestamp): Promise<NewApiKey> => {
    const key = mintApiKeyText(mode)
    const id = `key_${randomUUID()}`
    await db
      .insertInto('apiKeys')
      .values({
        organizationId,
        id,
        secretHash: hashOf(key),
        hint: hintOfApiKey(key),
        scopes: scopes === null ? null : JSON.stringify(scopes),
        createdAt: wall,
        expiresAt: null,
        revokedAt: null,
      })
      .execute()
    return { id, key }
  }

  return {
    create: (organizationId, { scopes, wall }) => insert(database, organizationId, scopes, wall),

    list: (organizationId) =>
      database
        .selectFrom('apiKeys')
        .select(['id', 'hint', 'scopes', 'createdAt', 'expiresAt', 'revokedAt'])
        .where('organizationId', '=', organizationId)
        .orderBy('createdAt')
        .orderBy('id')
        .execute(),

    revoke: async (organizationId, id, wall) => {
      const revoked = await database
        .updateTable('apiKeys')
        .set((row) => ({ revokedAt: row.fn.coalesce('revokedAt', row.val(wall)) }))
        .where('organizationId', '=', organizationId)
        .where('id', '=', id)
        .returning(['id', 'hint', 'scopes', 'createdAt', 'expiresAt', 'revokedAt'])
        .executeTakeFirst()
      remembered.forget()
      return revoked
    },

    rotate: async (organizationId, id, { overlapSeconds, wall }) => {
      const fresh = await database.transaction().execute(async (db) => {
        const end = new Date(Date.parse(wall) + overlapSeconds * 1000).toISOString()
        const old = await db
          .updateTable('apiKeys')
          .set((row) => ({ expiresAt: row.fn<Timestamp>('least', ['expiresAt', row.val(end)]) }))
          .where('organizationId', '=', organizationId)
          .where('id', '=', id)
          .where('revokedAt', 'is', null)
          .returning('scopes')
          .executeTakeFirst()
        return old && insert(db, organizationId, old.scopes, wall)
      })
      remembered.forget()
      return fresh
    },

    async authenticate(text, wall) {
      requireKeyOf(mode, text)
      const secretHash = hashOf(text)
      const found = await remembered.recall(secretHash.toString('base64'), wall, () => findKey(database, secretHash))
      if (found === undefined) throw invalid('This API key is not known here.')
      if (found.revokedAt !== null) throw invalid('This API key has been revoked.')
      if (found.expiresAt !== null && found.expiresAt <= wall) {
        throw new Problem('expired_credentials', `This API key expired at ${found.expiresAt}.`)
      }
      return {
        organization: organizationOf(found),
        principal: { kind: 'merchant', keyId: found.keyId, scopes: found.scopes },
      }
    },
  }
}

const rememberedMillis = 1000

interface FoundKey extends OrganizationRow, Pick<ApiKeyFacts, 'scopes' | 'expiresAt' | 'revokedAt'> {
  readonly keyId: string
}

const findKey = (database: Database, secretHash: Buffer): Promise<FoundKey | undefined> =>
  database
    .selectFrom('apiKeys')
    .innerJoin('organizations', 'organizations.id', 'apiKeys.organizationId')
    .select(['apiKeys.id as keyId', 'scopes', 'expiresAt', 'revokedAt'])
    .select(['organizations.id', 'organizations.name', 'organizations.settings'])
    .where('secretHash', '=', secretHash)
    .executeTakeFirst()

const requireKeyOf = (mode: Mode, text: string): void => {
  const keyMode = modeOfApiKey(text)
  if (keyMode === undefined)
    throw invalid('This is not an API key: keys begin with sk_sandbox_ or sk_live_ and end in a checksum.')
  if (keyMode !== mode) throw invalid(`This is a ${keyMode} key, and this server runs in ${mode} mode.`)
}

const invalid = (message: string): Problem => new Problem('invalid_credentials', message)
