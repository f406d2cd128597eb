import { Problem } from '@billing-checkout/contract'
import { archiveOrganization } from '../../organization/archive-organization.ts'
import { encodeLogo } from '../../organization/encode-logo.ts'
import { loadOrganization } from '../../organization/load-organization.ts'
import type { Organization } from '../../organization/organization.ts'
import {
  createOrganization,
  listOrganizations,
  refuseRoutes,
  updateOrganization,
} from '../../organization/organizations.ts'
import { settingsInForce } from '../../organization/settings-in-force.ts'
import type { CommandContext } from '../command-context.ts'
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
export const findOrganization = async (
  { store }: Pick<CommandContext, 'store'>,
  { id }: { readonly id: string },
): Promise<Organization> => (await loadOrganization(store.database.db, id)) ?? throwNotFound('organization', id)

/** Creates an organization. */
export const createOrganizationByOperator = async (
  { store, config, wallClock }: CommandContext,
  { name }: { readonly name: string },
): Promise<object> => {
  if (name.trim() === '') throw new Problem('invalid_parameter', '--name must not be blank.')
  const made = await createOrganization(store.database.db, {
    name,
    originsOfFirst: config.allowedOrigins,
    wall: wallClock(),
  })
  return { id: made.id, name: made.name }
}

/** Lists every organization; archived ones only on request. */
export const listOrganizationsByOperator = async (
  { store }: CommandContext,
  { archived = false }: { readonly archived?: boolean },
): Promise<object> => {
  const organizations = await listOrganizations(store.database.db, { archived })
  return { data: organizations.map(({ id, name }) => ({ id, name })) }
}

/** Archives an organization and revokes its keys. */
export const archiveOrganizationByOperator = async (
  { store, wallClock }: CommandContext,
  { id }: { readonly id: string },
): Promise<object> => {
  const { archivedAt, keysRevoked } =
    (await archiveOrganization(store.database.db, id, wallClock())) ?? throwNotFound('organization', id)
  return { id, archived_at: archivedAt, keys_revoked: keysRevoked }
}

/** One organization with the settings in force. */
export const showOrganization = async (context: CommandContext, input: { readonly id: string }): Promise<object> => {
  return withSettingsInForce(await findOrganization(context, input))
}

const withSettingsInForce = (organization: Organization): object => ({
  ...organization,
  settings: settingsInForce(organization.settings),
})

/** Changes the name, the settings or the logo of an organization. Routes have their own command. */
export const updateOrganizationByOperator = async (
  { store, wallClock }: CommandContext,
  { id, name, set, logo: image }: UpdateOrganizationInput,
): Promise<object> => {
  const { settings: stored } = await findOrganization({ store }, { id })
  const logo = image === undefined ? undefined : await encodeLogo(Buffer.from(image, 'base64'))
  const change = { name, settings: parseSettings(set, stored), logo }
  refuseRoutes(change.settings)
  const updated = await updateOrganization(store.database.db, id, change, wallClock())
  return withSettingsInForce(updated ?? throwNotFound('organization', id))
}
