import { addConnection } from '../../connections/add-connection.ts'
import {
  checkConnection,
  disableConnection,
  enableConnection,
  rotateConnection,
  type RotatedConnection,
} from '../../connections/change-by-operator.ts'
import { registerDomains } from '../../connections/domains/register-domains.ts'
import { examineNotifications } from '../../connections/notifications/examine-notifications.ts'
import {
  type NotificationDependencies,
  type NotificationsFinding,
  registerNotifications,
  unregisterNotifications,
} from '../../connections/notifications/register-notifications.ts'
import { setRouting } from '../../connections/set-routing.ts'
import { presentConnection } from '../../presenters/organization/present-connection.ts'
import type { AccountFinding } from '../../processors/adapter.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { ConnectionRow } from '../../store/rows.ts'
import type { OperatorDecision } from '../../store/reconcile-first/reconcile-first.ts'
import type { CommandContext, CommandTable } from '../command-context.ts'
import { type DecisionInput, readDecision } from '../operator/decision-input.ts'
import { findOrganization } from '../operator/organization-commands.ts'
import { parseSettings } from '../options/parse-settings.ts'
import { userName } from '../run/user-name.ts'

/** A connection that an operator adds; `secret` is the text from standard input or a file. */
export interface AddConnectionInput {
  readonly organization: string
  readonly adapter: string
  readonly label?: string
  readonly set: readonly string[]
  readonly secret: string
  readonly who: string
}

/** The routes of an organization. */
export interface RoutingInput extends OperatorDecision {
  readonly organization: string
  readonly routes: unknown
}

/** Commands for connections to processors, and for the routes to them. */
export const connectionCommands = {
  /** Adds a connection to an account at a processor. */
  'connection add': async (context, input: AddConnectionInput) => {
    const organization = await findOrganization(context, input.organization)
    const settings = Object.entries(parseSettings(input.set)).map(([name, value]) => [name, String(value)] as const)
    const added = {
      organizationId: organization.id,
      adapter: input.adapter,
      label: input.label ?? null,
      settings: Object.fromEntries(settings),
      secret: input.secret,
      livemode: context.config.mode === 'live',
    }
    const decided = readDecision({ who: input.who, why: `connection add --adapter ${input.adapter}` })
    const row = await addConnection(context.billing.connections, context.store.database.db, added, decided)
    return showRegistered(context, row, decided)
  },

  /** Lists the connections of one organization or of all organizations, the oldest first. */
  'connection list': async ({ store }, { organization }: { readonly organization?: string }) => {
    const rows = await acrossOrganizations(store.database.db, 'operator')
      .selectFrom('connections')
      .selectAll()
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
    const asked = rows.filter(({ organizationId }) => organization === undefined || organizationId === organization)
    return { data: asked.map((row) => ({ organization: row.organizationId, ...presentConnection(row) })) }
  },

  /**
   * Queries the processor about a connection and repairs the connection. It enables a paused connection if the processor now accepts its
   * key, registers missing wallet domains, and registers broken notifications again.
   */
  'connection check': async (context, { id }: { readonly id: string }) => {
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
  },

  /** Replaces a connection's key with another key of the same account, and also replaces the secret that signs its notifications. */
  'connection rotate': async (context, input: RotatedConnection & OperatorDecision) => {
    const decided = readDecision(input)
    const row = await rotateConnection(context.billing.connections, context.store.database.db, input, decided)
    return showRegistered(context, row, decided)
  },

  /** Disables a connection, unregisters its notifications, and reports whether the organization's routing still names the connection. */
  'connection disable': async (context, input: DecisionInput) => {
    const decided = readDecision(input)
    const row = await disableConnection(context.billing.connections, context.store.database.db, input.id, decided)
    const notifications = await unregisterNotifications(partsOf(context), row, decided)
    return { ...(await show(context, row)), notifications: notifications.message }
  },

  'connection enable': async (context, input: DecisionInput) => {
    const decided = readDecision(input)
    const row = await enableConnection(context.billing.connections, context.store.database.db, input.id, decided)
    const notifications = await registerNotifications(partsOf(context), row, decided)
    return { ...(await show(context, row)), notifications: notifications.message }
  },

  /** Shows the routes of an organization; without routes, the server's own processor charges new methods. */
  'routing show': async (context, { organization }: { readonly organization: string }) => {
    const { settings } = await findOrganization(context, organization)
    return { organization, data: settings.routing ?? [] }
  },

  /** Sets the routes of an organization. */
  'routing set': async ({ billing, store }, { organization, routes, ...by }: RoutingInput) => {
    const { processors, refresh } = billing.connections
    await refresh()
    const given = { organizationId: organization, routes }
    return { organization, data: await setRouting(processors, store.database.db, given, readDecision(by)) }
  },
} satisfies CommandTable

/** Registers the notifications and wallet domains of a connection that has a new key, and shows the connection. */
const showRegistered = async (
  context: CommandContext,
  row: ConnectionRow,
  decided: OperatorDecision,
): Promise<object> => {
  const notifications = await registerNotifications(partsOf(context), row, decided)
  return {
    ...(await show(context, row)),
    notifications: notifications.message,
    ...(await describeDomains(context, row)),
  }
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
  return registerNotifications(parts, row, readDecision({ who: userName(), why: `connection check ${row.id}` }))
}

const partsOf = ({ billing, store, wallClock }: CommandContext): NotificationDependencies => ({
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
