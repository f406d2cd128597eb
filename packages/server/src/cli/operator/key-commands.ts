import type { ApiKeyFacts } from '../../credentials/api-keys.ts'
import { scopesToBeNamed } from '../../organization/check-permission.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { CommandContext, CommandTable } from '../command-context.ts'
import { parseScopes } from '../options/parse-scopes.ts'
import { throwNotFound } from '../throw-not-found.ts'
import { findOrganization } from './organization-commands.ts'

/** A new API key. Without scopes it gets all permissions except those that must be named. */
interface CreateKeyInput {
  readonly organization: string
  readonly scopes?: string
  readonly name?: string
}

interface KeyInput {
  readonly organization?: string
  readonly id: string
}

/** An API key, and for how many seconds it works alongside its successor. */
interface RotateKeyInput extends KeyInput {
  readonly overlap: number
}

/** Commands for API keys. */
export const keyCommands = {
  'key create': async (context, { organization, scopes, name }: CreateKeyInput) => {
    const { id } = await findOrganization(context, organization)
    const made = await context.apiKeys.create(id, { scopes: parseScopes(scopes), name, wall: context.wallClock() })
    return scopes === undefined ? { ...made, may_not: unnamedScopes } : made
  },

  'key list': async (context, { organization }: { readonly organization: string }) => {
    const { id } = await findOrganization(context, organization)
    return { data: (await context.apiKeys.list(id)).map(showKey) }
  },

  'key rotate': async (context, { overlap, ...asked }: RotateKeyInput) => {
    const organization = await organizationOfKey(context, asked)
    const options = { overlapSeconds: overlap, wall: context.wallClock() }
    return (await context.apiKeys.rotate(organization, asked.id, options)) ?? throwNotFound('working key', asked.id)
  },

  'key revoke': async (context, asked: KeyInput) => {
    const organization = await organizationOfKey(context, asked)
    const revoked = await context.apiKeys.revoke(organization, asked.id, context.wallClock())
    return showKey(revoked ?? throwNotFound('key', asked.id))
  },
} satisfies CommandTable

/** Returns the organization that the operator named, else the key's own. */
const organizationOfKey = async ({ store }: CommandContext, { id, organization }: KeyInput): Promise<string> => {
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
