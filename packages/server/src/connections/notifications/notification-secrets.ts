import { addDays, type Timestamp } from '@billing-checkout/domain'
import type { NotificationSecret } from '../../processors/adapter.ts'
import type { Credentials } from '../credentials.ts'

/** The secrets that may sign a connection's notifications: the current one and, for a day after a rotation, the former one. */
export const notificationSecretsOf = ({
  [current]: secret,
  [former]: formerSecret,
  [formerUntil]: goodUntil,
}: Credentials): readonly NotificationSecret[] => [
  ...(secret === undefined ? [] : [{ secret, goodUntil: null }]),
  ...(formerSecret === undefined || goodUntil === undefined ? [] : [{ secret: formerSecret, goodUntil }]),
]

/** Returns credentials with a new secret for notifications. The former secret stays valid for a day, for notifications in flight. */
export const withNotificationSecret = (credentials: Credentials, secret: string, now: Timestamp): Credentials => {
  const { [current]: replaced } = credentials
  return {
    ...withoutNotificationSecrets(credentials),
    [current]: secret,
    ...(replaced !== undefined && { [former]: replaced, [formerUntil]: addDays(now, 1) }),
  }
}

/** Returns credentials that accept no notifications any more. */
export const withoutNotificationSecrets = (credentials: Credentials): Credentials =>
  Object.fromEntries(Object.entries(credentials).filter(([name]) => !names.has(name)))

// The names of these secrets among the adapter's credentials, whose own names never contain a colon.
const [current, former, formerUntil] = [
  'notifications:secret',
  'notifications:former',
  'notifications:former_until',
] as const
const names: ReadonlySet<string> = new Set([current, former, formerUntil])
