import { Problem, type ScopedResource, scopedResources } from '@billing-checkout/contract'
import type { Scopes } from '../../credentials/api-keys.ts'
import { archiveOrganization } from '../../organization/archive-organization.ts'
import { explicitScopes } from '../../organization/check-permission.ts'
import { encodeLogo } from '../../organization/encode-logo.ts'
import { loadOrganization } from '../../organization/load-organization.ts'
import type { Organization } from '../../organization/organization.ts'
import {
  createOrganization,
  listOrganizations,
  refuseRoutingSetting,
  updateOrganization,
} from '../../organization/organizations.ts'
import { effectiveSettings } from '../../organization/effective-settings.ts'
import { presentApiKey } from '../../presenters/organization/present-api-key.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { CommandContext, CommandTable } from '../command-context.ts'
import { parseSettings } from '../options/parse-settings.ts'
import { throwNotFound } from '../throw-not-found.ts'

/** An operator's changes to an organization; each setting is a text `name=value`. */
export interface UpdateOrganizationInput {
  readonly id: string
  readonly name?: string
  readonly set: readonly string[]
  /** The bytes of an image, in Base64. */
  readonly logo?: string
}

/** Finds the organization that an operator names; throws if there is none. */
export const findOrganization = async ({ store }: Pick<CommandContext, 'store'>, id: string): Promise<Organization> =>
  (await loadOrganization(store.database.db, id)) ?? throwNotFound('organization', id)

/** Commands for organizations and their API keys. Routing has its own commands. */
export const organizationCommands = {
  'organization create': async ({ store, config, wallClock }, { name }: { readonly name: string }) => {
    if (name.trim() === '') throw new Problem('invalid_parameter', '--name must not be blank.')
    const first = { name, originsOfFirst: config.allowedOrigins, wall: wallClock() }
    const made = await createOrganization(store.database.db, first)
    return { id: made.id, name: made.name }
  },

  'organization list': async ({ store }, { archived = false }: { readonly archived?: boolean }) => {
    const organizations = await listOrganizations(store.database.db, { archived })
    return { data: organizations.map(({ id, name }) => ({ id, name })) }
  },

  'organization archive': async ({ store, wallClock }, { id }: { readonly id: string }) => {
    const { archivedAt, keysRevoked } =
      (await archiveOrganization(store.database.db, id, wallClock())) ?? throwNotFound('organization', id)
    return { id, archived_at: archivedAt, keys_revoked: keysRevoked }
  },

  'organization show': async (context, { id }: { readonly id: string }) =>
    withSettingsInForce(await findOrganization(context, id)),

  'organization update': async ({ store, wallClock }, { id, name, set, logo: image }: UpdateOrganizationInput) => {
    const { settings: stored } = await findOrganization({ store }, id)
    const logo = image === undefined ? undefined : await encodeLogo(Buffer.from(image, 'base64'))
    const change = { name, settings: parseSettings(set, stored), logo }
    refuseRoutingSetting(change.settings)
    const updated = await updateOrganization(store.database.db, id, change, wallClock())
    return withSettingsInForce(updated ?? throwNotFound('organization', id))
  },

  'key create': async (context, { organization, scopes, name }: CreateKeyInput) => {
    const { id } = await findOrganization(context, organization)
    const made = await context.apiKeys.create(id, { scopes: parseScopes(scopes), name, wall: context.wallClock() })
    return scopes === undefined ? { ...made, may_not: unnamedScopes } : made
  },

  'key list': async (context, { organization }: { readonly organization: string }) => {
    const { id } = await findOrganization(context, organization)
    return { data: (await context.apiKeys.list(id)).map(presentApiKey) }
  },

  'key rotate': async (context, { overlap, ...asked }: RotateKeyInput) => {
    const organization = await organizationOfKey(context, asked)
    const options = { overlapSeconds: overlap, wall: context.wallClock() }
    return (await context.apiKeys.rotate(organization, asked.id, options)) ?? throwNotFound('working key', asked.id)
  },

  'key revoke': async (context, asked: KeyInput) => {
    const organization = await organizationOfKey(context, asked)
    const revoked = await context.apiKeys.revoke(organization, asked.id, context.wallClock())
    return presentApiKey(revoked ?? throwNotFound('key', asked.id))
  },
} satisfies CommandTable

const withSettingsInForce = (organization: Organization): object => ({
  ...organization,
  settings: effectiveSettings(organization.settings),
})

/** A new API key. Without scopes it gets all permissions except those in {@link explicitScopes}, which a key has only if it names them. */
export interface CreateKeyInput {
  readonly organization: string
  readonly scopes?: string
  readonly name?: string
}

/** An API key. If `organization` is set, the command fails for a key of another organization. */
export interface KeyInput {
  readonly organization?: string
  readonly id: string
}

/** An API key, and for how many seconds it works alongside its successor. */
export interface RotateKeyInput extends KeyInput {
  readonly overlap: number
}

/** Returns the id of the organization that the operator named; if none was named, the id of the key's own. */
const organizationOfKey = async ({ store }: CommandContext, { id, organization }: KeyInput): Promise<string> => {
  if (organization !== undefined) return organization
  const key = await acrossOrganizations(store.database.db, 'operator')
    .selectFrom('apiKeys')
    .select('organizationId')
    .where('id', '=', id)
    .executeTakeFirst()
  return key?.organizationId ?? throwNotFound('key', id)
}

/** The scopes that a key gets only if the operator names them, as a text for the operator. */
const unnamedScopes = [...explicitScopes].map((resource) => `${resource} (name the scope to allow it)`).join(', ')

/** Parses scopes such as `payments:write,plans:read`; `undefined` means all. Throws `invalid_parameter` for any other text. */
const parseScopes = (text: string | undefined): Scopes => {
  if (text === undefined) return null
  return Object.fromEntries(text.split(',').map((part) => parseScope(part.trim())))
}

const parseScope = (part: string): [ScopedResource, 'read' | 'write'] => {
  const [name, access] = part.split(':')
  const resource = scopedResources.find((known) => known === name)
  if (resource === undefined || (access !== 'read' && access !== 'write')) {
    throw new Problem(
      'invalid_parameter',
      `--scopes must be resource:read or resource:write, separated by commas, with the resources ${scopedResources.join(', ')}; got ${JSON.stringify(part)}.`,
    )
  }
  return [resource, access]
}
