import type { GivenAccount, NotificationRegistry } from '../../processors/adapter.ts'
import type { Database } from '../../store/database.ts'
import type { ConnectionRow } from '../../store/rows.ts'
import type { RegisteredNotifications } from '../../store/schema/connections.ts'
import { givenAccountOf } from '../check-account.ts'
import { unsealCredentials } from '../credentials.ts'
import { notificationAddressOf } from './notification-address.ts'
import {
  type NotificationDependencies,
  type NotificationsFinding,
  describeRegistration,
  errorMessageOf,
} from './register-notifications.ts'

/** Reports how notifications of a connection are registered, and whether the processor still sends them. It changes nothing. */
export const examineNotifications = async (
  { connections, database, publicUrl }: Omit<NotificationDependencies, 'wallClock'>,
  row: ConnectionRow,
): Promise<NotificationsFinding & { readonly mayRegister: boolean }> => {
  const { notifications: registry } = await connections.loadAdapter(row.adapter)
  if (registry === undefined)
    return { ok: true, mayRegister: false, message: `The adapter ${row.adapter} registers no notifications.` }
  const address = notificationAddressOf(row, publicUrl)
  const registered = row.settings.notifications
  if ('unreachable' in address) return { ok: true, mayRegister: false, message: address.unreachable }
  if (!registered) return { ok: true, mayRegister: true, message: `Not registered: run connection check ${row.id}.` }
  const trouble = await troubleOf(registry, givenAccountOf(row, unsealCredentials(connections.key, row)), {
    ...registered,
    connection: row.id,
    wanted: address.url,
  })
  return trouble === null
    ? {
        ok: true,
        mayRegister: false,
        message: `${describeRegistration(registered)}, ${await lastReceived(database, row.id)}`,
      }
    : { ok: false, mayRegister: true, message: `${trouble} Run connection check ${row.id}, which registers it again.` }
}

interface Registered extends RegisteredNotifications {
  readonly connection: string
  readonly wanted: string
}

const troubleOf = async (
  registry: NotificationRegistry,
  given: GivenAccount,
  { endpoint_id: id, url, connection, wanted }: Registered,
): Promise<string | null> => {
  if (url !== wanted) return `Notifications are registered for ${url}, and PUBLIC_URL has changed.`
  return registry.examine(given, { id, connection, url }).catch(errorMessageOf)
}

const lastReceived = async (database: Database, connection: string): Promise<string> => {
  const news = await database
    .selectFrom('newsOfConnections')
    .select('receivedAt')
    .where('connection', '=', connection)
    .executeTakeFirst()
  return news?.receivedAt ? `the last came at ${news.receivedAt}` : 'none has come yet'
}
