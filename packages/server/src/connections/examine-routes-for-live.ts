import type { Organization } from '../organization/organization.ts'
import { listOrganizations } from '../organization/organizations.ts'
import { acrossOrganizations } from '../store/across-organizations.ts'
import type { Database } from '../store/database.ts'
import type { ConnectionRow } from '../store/rows.ts'
import type { LiveFinding } from './examine-settings-for-live.ts'

/**
 * Checks whether the server can charge real money: at least one organization needs a route to a live connection that is not disabled. A
 * paused connection counts, because a running server enables it again by itself. If other organizations are not ready, the finding names
 * them, but the server may start.
 */
export const examineRoutesForLive = async (database: Database): Promise<LiveFinding> => {
  const [organizations, connections] = await Promise.all([
    listOrganizations(database),
    acrossOrganizations(database, 'operator').selectFrom('connections').selectAll().execute(),
  ])
  const reasons = organizations.flatMap((organization) => missingRequirementOf(organization, connections) ?? [])
  const ready = organizations.length - reasons.length
  const message = [
    ...(organizations.length === 0 ? [`There is no organization: organization create, ${howToConnect}.`] : []),
    ...(ready > 0 ? [`${ready} of ${organizations.length} organizations can charge new methods.`] : []),
    ...reasons.slice(0, shownMax),
    ...(reasons.length > shownMax ? [`And ${reasons.length - shownMax} more.`] : []),
  ].join(' ')
  return { check: 'connections', ok: ready > 0, message }
}

const shownMax = 20
const howToConnect = 'connection add, routing set'

/** Why an organization cannot charge new methods with real money; `undefined` if it can. */
const missingRequirementOf = (
  { id, settings }: Organization,
  connections: readonly ConnectionRow[],
): string | undefined => {
  const own = connections.filter(({ organizationId }) => organizationId === id)
  const live = own.filter(({ settings: { livemode } }) => livemode)
  if (own.length === 0) return `${id} has no connection: ${howToConnect}.`
  if (live.length === 0) return `${id} has connections of test accounts only: give live keys to a live server.`
  const routed = live.filter((each) => settings.routing?.some(({ connection }) => connection === each.id))
  if (routed.length === 0) return `${id} has a connection, but no route to it: routing set.`
  if (routed.some(({ state }) => state !== 'disabled')) return undefined
  return `${id} has routes to disabled connections only: connection enable, or routing set.`
}
