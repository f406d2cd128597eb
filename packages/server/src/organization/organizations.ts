import { Problem, type ProblemDetail } from '@billing-checkout/contract'
import { transactWithRetries } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import { randomUUID } from 'node:crypto'
import { problemOfIssues } from '../reading/problem-of-issues.ts'
import { validateWith } from '../reading/validate-with.ts'
import { recordAuditInTransaction } from '../store/audit/record-audit.ts'
import type { Database } from '../store/database.ts'
import { inOrganization } from '../store/in-organization.ts'
import type { Logo } from './encode-logo.ts'
import { organizationOf } from './load-organization.ts'
import { organizationChanges } from './organization-changes.ts'
import type { Organization } from './organization.ts'
import { consistentSettings, organizationSettings } from './settings.ts'
import { deleteLogo, insertLogo } from './stored-logos.ts'

/** An organization to create. */
export interface NewOrganization {
  readonly name: string
  /** The operator's `ALLOWED_ORIGINS`, with which the first organization of a server starts; null: it starts without a list. */
  readonly originsOfFirst: readonly string[] | null
  readonly wall: Timestamp
}

/** Creates an organization. */
export const createOrganization = (database: Database, organization: NewOrganization): Promise<Organization> =>
  transactWithRetries(database, (db) => insertOrganization(db, organization))

/** Creates an organization in the caller's transaction. */
export const insertOrganization = async (
  db: Database,
  { name, originsOfFirst, wall }: NewOrganization,
): Promise<Organization> => {
  const other = await db.selectFrom('organizations').select('id').limit(1).executeTakeFirst()
  const settings = organizationSettings.parse(other === undefined ? { allowed_origins: originsOfFirst } : {})
  const row = await db
    .insertInto('organizations')
    .values({
      id: `org_${randomUUID()}`,
      name,
      settings: JSON.stringify(settings),
      createdAt: wall,
      updatedAt: wall,
    })
    .returning(['id', 'name', 'settings'])
    .executeTakeFirstOrThrow()
  await recordAuditInTransaction(db, row.id, { object: row.id, after: { name, settings } })
  return organizationOf(row)
}

/** Every organization of the server, oldest first; archived ones only with `archived`. */
export const listOrganizations = async (
  database: Database,
  { archived = false }: { readonly archived?: boolean } = {},
): Promise<readonly Organization[]> => {
  const rows = await database
    .selectFrom('organizations')
    .select(['id', 'name', 'settings'])
    .$if(!archived, (query) => query.where('archivedAt', 'is', null))
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return rows.map(organizationOf)
}

/** Changes to an organization; settings that are not named stay. */
export interface OrganizationChange {
  readonly name?: string | undefined
  readonly settings: Readonly<Record<string, unknown>>
  /** Replaces the logo. The setting `logo` itself can only be set to null, which removes the logo. */
  readonly logo?: Logo | undefined
}

/**
 * Changes an organization; `undefined` if there is none with this id. Throws `invalid_parameter` or `unknown_parameter` with every issue of
 * the settings.
 */
export const updateOrganization = async (
  database: Database,
  id: string,
  { name, settings, logo }: OrganizationChange,
  wall: Timestamp,
): Promise<Organization | undefined> => {
  if ((settings['logo'] ?? null) !== null)
    throw new Problem(
      'invalid_parameter',
      'The setting logo must be null, which removes the logo; an uploaded image (--logo FILE) sets one.',
    )
  const updated = await transactWithRetries(database, async (db) => {
    const before = await db.selectFrom('organizations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (before === undefined) return undefined
    const { value: merged, issues } = validateWith(consistentSettings, 'body', {
      ...before.settings,
      ...settings,
      ...(logo && { logo: logo.setting }),
    })
    if (issues.length > 0) throw problemOfIssues(issues.map(withKnownSettings))
    const own = inOrganization(db, id)
    if (logo || settings['logo'] === null) await deleteLogo(own)
    if (logo) await insertLogo(own, logo, wall)
    const row = await db
      .updateTable('organizations')
      .set({
        name: name ?? before.name,
        settings: JSON.stringify(merged),
        updatedAt: laterOf(wall, before.updatedAt),
      })
      .where('id', '=', id)
      .returning(['id', 'name', 'settings'])
      .executeTakeFirstOrThrow()
    await recordAuditInTransaction(db, id, {
      object: id,
      before: { name: before.name, settings: before.settings },
      after: { name: row.name, settings: row.settings },
    })
    return organizationOf(row)
  })
  organizationChanges.emit('change')
  return updated
}

/** Throws for the setting `routing`, because setting it also requires a check of the connections. */
export const refuseRoutingSetting = (settings: Readonly<Record<string, unknown>>): void => {
  if ('routing' in settings)
    throw new Problem('invalid_parameter', 'Routes are set by routing set, which looks whether they can be used.')
}

/** Adds a list of the known settings to the message about an unknown setting, which is probably a typo. */
const withKnownSettings = (issue: ProblemDetail): ProblemDetail =>
  issue.code === 'unknown_parameter'
    ? { ...issue, message: `${issue.path.replace(/^body\./, '')} is no setting; the settings are ${settingNames}.` }
    : issue

const settingNames = Object.keys(organizationSettings.shape).join(', ')

/** The time of a change, later than that of the change before, so that other processes notice that their cached values are outdated. */
const laterOf = (wall: Timestamp, before: Timestamp): Timestamp =>
  wall > before ? wall : new Date(Date.parse(before) + 1).toISOString()
