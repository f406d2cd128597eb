import { secondsAfter, type Timestamp } from '@billing-checkout/domain'
import type { NotificationSecret } from '../../processors/adapter.ts'
import type { Credentials } from '../credentials.ts'

/** The secrets that notifications of a connection may be signed with: two for a day after one has taken the place of another. */
export const notificationSecretsOf = ({
  [current]: secret,
  [former]: formerSecret,
  [formerUntil]: goodUntil,
}: Credentials): readonly NotificationSecret[] => [
  ...(secret === undefined ? [] : [{ secret, goodUntil: null }]),
  ...(formerSecret === undefined || goodUntil === undefined ? [] : [{ secret: formerSecret, goodUntil }]),
]

/** Credentials with another secret for notifications. The former secret stays valid for a day, for notifications in flight. */
export const withNotificationSecret = (credentials: Credentials, secret: string, now: Timestamp): Credentials => {
  const { [current]: replaced } = credentials
  return {
    ...withoutNotificationSecrets(credentials),
    [current]: secret,
    ...(replaced !== undefined && { [former]: replaced, [formerUntil]: secondsAfter(now, 86_400) }),
  }
}

/** Credentials with which no notification is taken any more. */
export const withoutNotificationSecrets = (credentials: Credentials): Credentials =>
  Object.fromEntries(Object.entries(credentials).filter(([name]) => !names.has(name)))

// Stored along with the adapter's credentials, whose names have no colon.
const [current, former, formerUntil] = [
  'notifications:secret',
  'notifications:former',
  'notifications:former_until',
] as const
const names: ReadonlySet<string> = new Set([current, former, formerUntil])
