import { Problem } from '@billing-checkout/contract'
import { sql } from 'kysely'
import { organizationChanges } from '../organization/organization-changes.ts'
import { consistentSettings, type OrganizationSettings } from '../organization/settings.ts'
import { presentConnection } from '../presenters/organization/present-connection.ts'
import type { Processors } from '../processors/processors.ts'
import { problemOfIssues } from '../reading/problem-of-issues.ts'
import { validateWith } from '../reading/validate-with.ts'
import type { Database } from '../store/database.ts'
import { inOrganization } from '../store/in-organization.ts'
import { recordOperatorAction } from '../store/audit/operator-actions.ts'
import { recordEvent } from '../store/events/record-event.ts'
import type { OperatorDecision } from '../store/reconcile-first/reconcile-first.ts'
import { write } from '../store/writes/write.ts'

/** The routes of an organization; the first match counts. */
export type Routing = NonNullable<OrganizationSettings['routing']>

/**
 * Sets which connection charges new methods. With an empty list, the server's own processor charges them. Stored methods are always charged
 * over the connection that stored them.
 */
export const setRouting = async (
  processors: Processors,
  database: Database,
  { organizationId, routes }: { readonly organizationId: string; readonly routes: unknown },
  decided: OperatorDecision,
): Promise<Routing> => {
  const routing = await write(database, organizationId, async (work) => {
    const before = await work.db
      .selectFrom('organizations')
      .selectAll()
      .where('id', '=', organizationId)
      .forUpdate()
      .executeTakeFirst()
    if (before === undefined)
      throw new Problem('not_found', `There is no organization ${JSON.stringify(organizationId)}.`)
    const { value: settings, issues } = validateWith(consistentSettings, 'body', {
      ...before.settings,
      routing: routes,
    })
    if (issues.length > 0) throw problemOfIssues(issues)
    const after = (settings as OrganizationSettings).routing ?? []
    await refuseRoutes(processors, work.db, organizationId, after)
    const known = (before.settings['routing'] ?? []) as Routing
    await work.db
      .updateTable('organizations')
      // Each change gets a distinct time, by which other processes notice that their cached settings are outdated.
      .set({
        settings: JSON.stringify(settings),
        updatedAt: sql<string>`greatest(clock_timestamp(), updated_at + interval '1 millisecond')`,
      })
      .where('id', '=', organizationId)
      .execute()
    await recordOperatorAction(work.db, {
      organizationId,
      ...decided,
      what: 'routing.set',
      subject: organizationId,
      before: { routing: known },
      after: { routing: after },
    })
    const named = new Set([...known, ...after].map(({ connection }) => connection))
    const rows = await work.db
      .selectFrom('connections')
      .selectAll()
      .where('id', 'in', ['', ...named])
      .execute()
    for (const row of rows) recordEvent(work, 'connection.changed', presentConnection(row))
    return after
  })
  organizationChanges.emit('change')
  return routing
}

/**
 * Throws `invalid_parameter` with everything that is wrong with the routes, such as connections that do not exist, are disabled, or do not
 * support what a route requires of them.
 */
const refuseRoutes = async (
  processors: Processors,
  database: Database,
  organizationId: string,
  routing: Routing,
): Promise<void> => {
  const rows = await inOrganization(database, organizationId)
    .selectFrom('connections')
    .select(['id', 'state'])
    .execute()
  const states = new Map(rows.map(({ id, state }) => [id, state]))
  const issues = routing.flatMap(({ connection, kinds = [] }) => {
    const processor = processors.find(connection)
    const isOfOthers = connection.startsWith('con_') && !states.has(connection)
    if (isOfOthers || (processor === undefined && !states.has(connection)))
      return [`The organization has no connection ${JSON.stringify(connection)}: see connection list.`]
    if (states.get(connection) === 'disabled')
      return [`The connection ${connection} is disabled: see connection enable.`]
    if (processor === undefined) return [`The adapter of the connection ${connection} is not installed here.`]
    return kinds
      .filter((kind) => !processor.methodKinds.includes(kind))
      .map(
        (kind) =>
          `The connection ${connection} cannot charge ${kind}; it can charge ${processor.methodKinds.join(', ')}.`,
      )
  })
  if (issues.length > 0) throw new Problem('invalid_parameter', issues.join(' '))
}
