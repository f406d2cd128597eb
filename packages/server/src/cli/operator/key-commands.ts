import type { ApiKeyFacts } from '../../credentials/api-keys.ts'
import { scopesToBeNamed } from '../../organization/check-permission.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { CommandContext } from '../command-context.ts'
import { parseScopes } from '../options/parse-scopes.ts'
import { throwNotFound } from '../throw-not-found.ts'
import { findOrganization } from './organization-commands.ts'

/** A new API key. Without scopes it gets all permissions except those that must be named. */
export interface CreateKeyInput {
  readonly organization: string
  readonly scopes?: string
  readonly name?: string
}

/** An API key, and for how many seconds it works alongside its successor. */
export interface RotateKeyInput {
  readonly organization?: string
  readonly id: string
  readonly overlap: number
}

/** An API key to revoke at once. */
export interface RevokeKeyInput {
  readonly organization?: string
  readonly id: string
}

/** Creates an API key. */
export const createKey = async (
  context: CommandContext,
  { organization, scopes, name }: CreateKeyInput,
): Promise<object> => {
  const { id } = await findOrganization(context, { id: organization })
  const made = await context.apiKeys.create(id, { scopes: parseScopes(scopes), name, wall: context.wallClock() })
  return scopes === undefined ? { ...made, may_not: unnamedScopes } : made
}

/** Lists every API key of an organization, without its secret. */
export const listKeys = async (
  context: CommandContext,
  { organization }: { readonly organization: string },
): Promise<object> => {
  const { id } = await findOrganization(context, { id: organization })
  return { data: (await context.apiKeys.list(id)).map(showKey) }
}

/** Replaces an API key; both work until the overlap ends. */
export const rotateKey = async (
  context: CommandContext,
  { id, overlap, ...asked }: RotateKeyInput,
): Promise<object> => {
  const { apiKeys, wallClock } = context
  const organization = await organizationOfKey(context, id, asked)
  const options = { overlapSeconds: overlap, wall: wallClock() }
  return (await apiKeys.rotate(organization, id, options)) ?? throwNotFound('working key', id)
}

/** Revokes an API key. */
export const revokeKey = async (context: CommandContext, { id, ...asked }: RevokeKeyInput): Promise<object> => {
  const { apiKeys, wallClock } = context
  const organization = await organizationOfKey(context, id, asked)
  return showKey((await apiKeys.revoke(organization, id, wallClock())) ?? throwNotFound('key', id))
}

/** Returns the organization that the operator named, else the key's own. */
const organizationOfKey = async (
  { store }: CommandContext,
  id: string,
  { organization }: { readonly organization?: string },
): Promise<string> => {
  if (organization !== undefined) return organization
  const key = await acrossOrganizations(store.database.db, 'operator')
    .selectFrom('apiKeys')
    .select('organizationId')
    .where('id', '=', id)
    .executeTakeFirst()
  return key?.organizationId ?? throwNotFound('key', id)
}

/** The scopes that a key only gets if they are named. */
const unnamedScopes = [...scopesToBeNamed].map((resource) => `${resource} (name the scope to allow it)`).join(', ')

const showKey = ({ id, hint, name, scopes, createdAt, expiresAt, revokedAt }: ApiKeyFacts): object => ({
  id,
  hint,
  name,
  scopes,
  created_at: createdAt,
  expires_at: expiresAt,
  revoked_at: revokedAt,
})
