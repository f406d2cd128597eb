import type { Timestamp } from '@billing-checkout/domain'
import type { Database } from '../../store/database.ts'
import type { OperatorDecision } from '../../store/reconcile-first/reconcile-first.ts'
import type { ConnectionRow } from '../../store/rows.ts'
import type { RegisteredNotifications } from '../../store/schema/connections.ts'
import { write } from '../../store/writes/write.ts'
import { givenAccountOf } from '../check-account.ts'
import { changeConnection, lockConnectionRow } from '../change-connection.ts'
import { unsealCredentials, sealCredentials } from '../credentials.ts'
import type { Connections } from '../registry.ts'
import { notificationAddressOf } from './notification-address.ts'
import { withNotificationSecret, withoutNotificationSecrets } from './notification-secrets.ts'

/** A sentence about whether a connection's processor sends notifications; `ok` is false if an operator has to fix something. */
export interface NotificationsFinding {
  readonly ok: boolean
  readonly message: string
}

/** The parts that registering notifications needs. */
export interface NotificationDependencies {
  readonly connections: Connections
  readonly database: Database
  /** The address at which processors reach this server. */
  readonly publicUrl: string
  readonly wallClock: () => Timestamp
}

/**
 * Registers a new endpoint for the notifications of a connection, removes the connection's other endpoints, and keeps the former secret
 * valid for a day. The processor reveals a secret only when it creates the endpoint, and this server may die before storing it. So each
 * registration creates an endpoint, stores its secret unless another server has stored the secret of its own endpoint meanwhile, and
 * removes all endpoints but the one whose secret is stored. Charging works without notifications, so a failure becomes a finding with the
 * reason.
 */
export const registerNotifications = async (
  parts: NotificationDependencies,
  row: ConnectionRow,
  decided: OperatorDecision,
): Promise<NotificationsFinding> => {
  const { connections, publicUrl } = parts
  const { notifications: registry } = await connections.loadAdapter(row.adapter)
  if (registry === undefined) return { ok: true, message: `The adapter ${row.adapter} registers no notifications.` }
  const address = notificationAddressOf(row, publicUrl)
  if ('unreachable' in address) return { ok: true, message: address.unreachable }
  const given = givenAccountOf(row, unsealCredentials(connections.key, row))
  try {
    const made = await registry.register(given, { connection: row.id, url: address.url })
    const kept = await keepSecret(parts, { row, made, url: address.url, decided })
    await connections.refresh()
    await registry.keepOnly(given, row.id, kept?.endpoint_id ?? null)
    return { ok: kept !== null, message: kept === null ? replacedMeanwhile : describeRegistration(kept) }
  } catch (error) {
    return { ok: false, message: `Notifications are not registered: ${errorMessageOf(error)}` }
  }
}

/**
 * Stops the notifications of a disabled connection at its processor. If the processor may still send them, the finding states the reason.
 */
export const unregisterNotifications = async (
  { connections, database }: NotificationDependencies,
  row: ConnectionRow,
  decided: OperatorDecision,
): Promise<NotificationsFinding> => {
  const { settings } = row
  const { notifications: registry } = await connections.loadAdapter(row.adapter)
  if (registry === undefined || !settings.notifications)
    return { ok: true, message: 'No notifications are registered.' }
  const given = givenAccountOf(row, unsealCredentials(connections.key, row))
  try {
    await registry.keepOnly(given, row.id, null)
    await write(database, row.organizationId, async (work) => {
      const locked = await lockConnectionRow(work, row.id)
      if (locked.state !== 'disabled' || !hasSameEndpoint(locked, row)) return
      await changeConnection(work, locked, {
        what: 'connection.notifications_ended',
        decided,
        change: {
          sealedCredentials: sealCredentials(
            connections.key,
            row.id,
            withoutNotificationSecrets(unsealCredentials(connections.key, locked)),
          ),
          settings: JSON.stringify({ ...locked.settings, notifications: null }),
        },
      })
    })
    await connections.refresh()
    return { ok: true, message: 'The processor sends no notifications any more.' }
  } catch (error) {
    const { endpoint_id: id } = settings.notifications
    return {
      ok: false,
      message: `The processor still sends notifications, by ${id}, which are refused: ${errorMessageOf(error)}`,
    }
  }
}

const replacedMeanwhile = 'The connection was changed meanwhile: connection check.'

interface NewRegistration {
  readonly row: ConnectionRow
  readonly made: { readonly id: string; readonly secret: string }
  readonly url: string
  readonly decided: OperatorDecision
}

/**
 * Stores a registration and returns it. If the connection is disabled or has got another registration meanwhile, stores nothing and returns
 * the stored registration; null if there is none.
 */
const keepSecret = (
  { connections: { key }, database, wallClock }: NotificationDependencies,
  { row, made, url, decided }: NewRegistration,
): Promise<RegisteredNotifications | null> =>
  write(database, row.organizationId, async (work) => {
    const locked = await lockConnectionRow(work, row.id)
    if (locked.state === 'disabled' || !hasSameEndpoint(locked, row)) return locked.settings.notifications ?? null
    const notifications: RegisteredNotifications = { endpoint_id: made.id, url }
    const credentials = withNotificationSecret(unsealCredentials(key, locked), made.secret, wallClock())
    await changeConnection(work, locked, {
      what: 'connection.notifications_registered',
      decided,
      change: {
        sealedCredentials: sealCredentials(key, row.id, credentials),
        settings: JSON.stringify({ ...locked.settings, notifications }),
      },
    })
    return notifications
  })

const hasSameEndpoint = (one: ConnectionRow, other: ConnectionRow): boolean =>
  one.settings.notifications?.endpoint_id === other.settings.notifications?.endpoint_id

/** The message of an adapter's error. */
export const errorMessageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Describes in words where notifications are registered. */
export const describeRegistration = ({ url, endpoint_id: id }: RegisteredNotifications): string =>
  `registered for ${url}, as ${id}`
