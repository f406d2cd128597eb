import { Problem } from '@billing-checkout/contract'
import { addConnection } from '../../connections/add-connection.ts'
import {
  checkConnection,
  disableConnection,
  enableConnection,
  rotateConnection,
} from '../../connections/change-by-operator.ts'
import { registerDomains } from '../../connections/domains/register-domains.ts'
import { examineNotifications } from '../../connections/notifications/examine-notifications.ts'
import {
  type NotificationParts,
  type NotificationsFinding,
  registerNotifications,
  unregisterNotifications,
} from '../../connections/notifications/register-notifications.ts'
import { setRouting } from '../../connections/set-routing.ts'
import { loadOrganization } from '../../organization/load-organization.ts'
import type { Organization } from '../../organization/organization.ts'
import { presentConnection } from '../../presenters/organization/present-connection.ts'
import type { AccountFinding } from '../../processors/adapter.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { ConnectionRow } from '../../store/rows.ts'
import type { CommandContext } from '../command-context.ts'
import type { ByHandInput } from '../operator/obligation-commands.ts'
import { parseSettings } from '../options/parse-settings.ts'
import { userName } from '../run/user-name.ts'
import { whoActs } from '../operator/who-acts.ts'

/** A connection that an operator adds; `secret` is the text from standard input or a file. */
export interface AddConnectionInput {
  readonly organization: string
  readonly adapter: string
  readonly label?: string
  readonly set: readonly string[]
  readonly secret: string
  readonly who: string
}

/** A new secret for a connection. */
export interface RotateConnectionInput extends ByHandInput {
  readonly secret: string
  /** The kinds of method that the connection charges from now on, such as `CARD,PAYPAL`; absent: unchanged. */
  readonly methodKinds?: string
}

/** The routes of an organization. */
export interface RoutingInput {
  readonly organization: string
  readonly routes: unknown
  readonly why: string
  readonly who: string
}

/** Adds a connection to an account at a processor. */
export const addByOperator = async (context: CommandContext, input: AddConnectionInput): Promise<object> => {
  const organization = await findOrganization(context, input.organization)
  const { connections } = context.billing
  const settings = Object.entries(parseSettings(input.set)).map(([name, value]) => [name, String(value)] as const)
  const added = {
    organizationId: organization.id,
    adapter: input.adapter,
    label: input.label ?? null,
    settings: Object.fromEntries(settings),
    secret: input.secret,
    livemode: context.config.mode === 'live',
  }
  const decided = whoActs({ who: input.who, why: `connection add --adapter ${input.adapter}` })
  const row = await addConnection(connections, context.store.database.db, added, decided)
  const notifications = await registerNotifications(partsOf(context), row, decided)
  return {
    ...(await show(context, row)),
    notifications: notifications.message,
    ...(await describeDomains(context, row)),
  }
}

/** Lists the connections of an organization, or of all, the oldest first. */
export const listConnections = async (
  context: CommandContext,
  { organization }: { readonly organization?: string },
): Promise<object> => {
  const rows = await acrossOrganizations(context.store.database.db, 'operator')
    .selectFrom('connections')
    .selectAll()
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const asked = rows.filter(({ organizationId }) => organization === undefined || organizationId === organization)
  return { data: asked.map((row) => ({ organization: row.organizationId, ...presentConnection(row) })) }
}

/**
 * Queries the processor about a connection and repairs the connection: enables it again if it is paused and the processor now accepts its
 * key, registers missing wallet domains, and registers broken notifications again.
 */
export const checkByOperator = async (context: CommandContext, { id }: { readonly id: string }): Promise<object> => {
  const { row, report } = await checkConnection(context.billing.connections, context.store.database.db, id)
  const { state, reason } = row
  const findings =
    report.kind === 'answered'
      ? [
          ...report.findings,
          ...(await domainsOf(context, row)),
          { check: 'notifications', ...(await repairNotifications(context, row)) },
        ]
      : [{ check: 'key', ok: false, message: report.message }]
  return { ok: state === 'enabled' && findings.every(({ ok }) => ok), id, state, reason, findings }
}

/**
 * Registers the domains that may show a wallet's button and returns the findings. For a connection that is not enabled, it only reads the
 * state of the domains.
 */
const domainsOf = async (context: CommandContext, row: ConnectionRow): Promise<readonly AccountFinding[]> => {
  const { connections, billing } = context.billing
  const parts = { connections, publicUrl: billing.publicUrl(), frameOrigin: billing.frameOrigin() }
  return registerDomains(parts, row, await findOrganization(context, row.organizationId), row.state === 'enabled')
}

/** The findings about domains as sentences; empty if there are none. */
const describeDomains = async (
  context: CommandContext,
  row: ConnectionRow,
): Promise<{ readonly domains?: string[] }> => {
  const found = await domainsOf(context, row)
  return found.length === 0 ? {} : { domains: found.map(({ message }) => message) }
}

const repairNotifications = async (context: CommandContext, row: ConnectionRow): Promise<NotificationsFinding> => {
  const parts = partsOf(context)
  const { mayRegister, ...found } = await examineNotifications(parts, row)
  if (!mayRegister || row.state !== 'enabled') return found
  return registerNotifications(parts, row, whoActs({ who: userName(), why: `connection check ${row.id}` }))
}

/** Replaces a connection's key with another key of the same account, and also replaces the secret that signs its notifications. */
export const rotateByOperator = async (context: CommandContext, input: RotateConnectionInput): Promise<object> => {
  const { connections } = context.billing
  const decided = whoActs(input)
  const row = await rotateConnection(connections, context.store.database.db, input, decided)
  const notifications = await registerNotifications(partsOf(context), row, decided)
  return {
    ...(await show(context, row)),
    notifications: notifications.message,
    ...(await describeDomains(context, row)),
  }
}

/** Disables a connection, and reports whether the organization's routing still names it. */
export const disableByOperator = async (context: CommandContext, input: ByHandInput): Promise<object> => {
  const { connections } = context.billing
  const decided = whoActs(input)
  const row = await disableConnection(connections, context.store.database.db, input.id, decided)
  const notifications = await unregisterNotifications(partsOf(context), row, decided)
  return { ...(await show(context, row)), notifications: notifications.message }
}

/** Enables a connection again. */
export const enableByOperator = async (context: CommandContext, input: ByHandInput): Promise<object> => {
  const { connections } = context.billing
  const decided = whoActs(input)
  const row = await enableConnection(connections, context.store.database.db, input.id, decided)
  const notifications = await registerNotifications(partsOf(context), row, decided)
  return { ...(await show(context, row)), notifications: notifications.message }
}

/** Shows the routes of an organization; without any, the server's own processor charges new methods. */
export const showRouting = async (
  context: CommandContext,
  { organization }: { readonly organization: string },
): Promise<object> => {
  const { settings } = await findOrganization(context, organization)
  return { organization, data: settings.routing ?? [] }
}

/** Sets the routes of an organization. */
export const setRoutingByOperator = async (context: CommandContext, input: RoutingInput): Promise<object> => {
  const { organization, routes } = input
  const { processors, refresh } = context.billing.connections
  await refresh()
  const given = { organizationId: organization, routes }
  return { organization, data: await setRouting(processors, context.store.database.db, given, whoActs(input)) }
}

const partsOf = ({ billing, store, wallClock }: CommandContext): NotificationParts => ({
  connections: billing.connections,
  database: store.database.db,
  publicUrl: billing.billing.publicUrl(),
  wallClock,
})

const show = async (context: CommandContext, row: ConnectionRow): Promise<object> => {
  const { settings } = await findOrganization(context, row.organizationId)
  const routed = (settings.routing ?? []).some(({ connection }) => connection === row.id)
  return { organization: row.organizationId, ...presentConnection(row), routed }
}

const findOrganization = async ({ store }: CommandContext, id: string): Promise<Organization> => {
  const organization = await loadOrganization(store.database.db, id)
  if (organization === undefined) throw new Problem('not_found', `There is no organization ${JSON.stringify(id)}.`)
  return organization
}
