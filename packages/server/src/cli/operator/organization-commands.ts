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
import type { CommandContext, CommandTable } from '../command-context.ts'
import { parseSettings } from '../options/parse-settings.ts'
import { throwNotFound } from '../throw-not-found.ts'

/** An operator's changes to an organization; each setting is a text `name=value`. */
interface UpdateOrganizationInput {
  readonly id: string
  readonly name?: string
  readonly set: readonly string[]
  /** The bytes of an image, in Base64. */
  readonly logo?: string
}

/** Finds the organization that an operator names; throws if there is none. */
export const findOrganization = async ({ store }: Pick<CommandContext, 'store'>, id: string): Promise<Organization> =>
  (await loadOrganization(store.database.db, id)) ?? throwNotFound('organization', id)

/** Commands for organizations. Routes have their own command. */
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
    refuseRoutes(change.settings)
    const updated = await updateOrganization(store.database.db, id, change, wallClock())
    return withSettingsInForce(updated ?? throwNotFound('organization', id))
  },
} satisfies CommandTable

const withSettingsInForce = (organization: Organization): object => ({
  ...organization,
  settings: settingsInForce(organization.settings),
})
