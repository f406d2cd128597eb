import type { Database } from '../store/database.ts'
import { lookup } from '../store/queries/lookup.ts'
import type { LoadContext } from '../store/writes/write.ts'
import type { Organization } from './organization.ts'
import { organizationSettings } from './settings.ts'

/** The columns from which an organization is built. */
export interface OrganizationRow {
  readonly id: string
  readonly name: string
  readonly settings: Record<string, unknown>
}

/** Loads one organization; `undefined` if there is none with this id. */
export const loadOrganization = async (db: Database, id: string): Promise<Organization | undefined> => {
  const row = await db
    .selectFrom('organizations')
    .select(['id', 'name', 'settings'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && organizationOf(row)
}

/** Finds the organization of a transaction that writes; `undefined` if it does not exist. */
export const findOrganization = async ({ find, organizationId }: LoadContext): Promise<Organization | undefined> => {
  const [row] = await find(byId, [organizationId])
  return row && organizationOf(row)
}

const byId = lookup('organizations', ['id'])

/** Builds an organization from its row. Settings that were never set get their defaults. */
export const organizationOf = (row: OrganizationRow): Organization => {
  const settings = JSON.stringify(row.settings)
  const known = parsedBefore.get(row.id)
  if (known !== undefined && known.settings === settings && known.organization.name === row.name)
    return known.organization
  const organization = { id: row.id, name: row.name, settings: storedSettings.parse(row.settings) }
  if (parsedBefore.size >= rememberedMax) parsedBefore.clear()
  parsedBefore.set(row.id, { settings, organization })
  return organization
}

/** Ignores unknown settings, which a newer server may have written. */
const storedSettings = organizationSettings.strip()

/** Cached, because parsing settings takes longer than the query for them, and every request needs them. */
const parsedBefore = new Map<string, { readonly settings: string; readonly organization: Organization }>()
const rememberedMax = 1000
