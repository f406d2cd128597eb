import { transactWithRetries } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { ParsedNotification } from '../../processors/processor.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Database } from '../../store/database.ts'
import { oneOf } from '../../store/queries/one-of.ts'
import type { Billing } from '../billing.ts'
import { makeNewsDue } from './import-processor-news.ts'

/** A notification as the server received it. */
export interface ReceivedNotification {
  readonly connection: string
  readonly rawBody: string
  /** The HTTP headers, with their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Receives a processor's notification. A repeated notification is stored once. The content is not trusted, so a notification only makes
 * queries of the processor due: about the objects that it names and, if needed, for all news of the connection. A notification about
 * nothing that we look up is counted and dropped. Returns false, and stores no notification, if the connection is unknown or takes no
 * notifications, or if the notification is forged, stale or unreadable.
 */
export const receiveNotification = async (billing: Billing, received: ReceivedNotification): Promise<boolean> => {
  const { connection } = received
  const notification = parseReceived(billing, received)
  if (notification.kind !== 'genuine') {
    // A connection that does not exist is counted under the label "unknown", so that forged requests cannot create metric labels.
    const known = billing.processors.all.some(({ id }) => id === connection)
    billing.observer.notificationReceived({ connection: known ? connection : 'unknown', result: notification.kind })
    return false
  }
  const result = await transactWithRetries(billing.database, (db) => storeNotification(db, connection, notification))
  billing.observer.notificationReceived({ connection, result })
  return true
}

type Genuine = Extract<ParsedNotification, { readonly kind: 'genuine' }>

const storeNotification = async (
  db: Database,
  connection: string,
  notification: Genuine,
): Promise<'stored' | 'repeated' | 'dropped'> => {
  const { id, about } = notification
  const isDropped = about.length === 0
  await noteReceived(db, connection, isDropped)
  if (isDropped) return 'dropped'
  const stored = await db
    .insertInto('notifications')
    .values({ connection, id })
    .onConflict((known) => known.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (stored === undefined) return 'repeated'
  await makeDue(db, connection, notification)
  return 'stored'
}

const noteReceived = async (db: Database, connection: string, isDropped: boolean): Promise<void> => {
  const dropped = isDropped ? 1 : 0
  const receivedAt = sql<Timestamp>`clock_timestamp()`
  await db
    .insertInto('newsOfConnections')
    .values({ connection, askedAt: null, completeUntil: null, reason: null, dropped, receivedAt })
    .onConflict((known) =>
      known
        .column('connection')
        .doUpdateSet({ dropped: sql<number>`news_of_connections.dropped + ${dropped}`, receivedAt }),
    )
    .execute()
}

/** Makes the objects due that a notification names and, if needed, the connection's next query for news. */
const makeDue = async (db: Database, connection: string, { about, isAboutPayment }: Genuine): Promise<void> => {
  const rows = acrossOrganizations(db, 'processor report')
  const now = sql<Timestamp>`least(due_at, (select billing_now()))`
  // This includes disputes that are no longer queried, because a bank may reopen one late.
  await rows
    .updateTable('disputes')
    .set({ dueAt: now })
    .where('connection', '=', connection)
    .where('processorId', '=', oneOf(about))
    .execute()
  await rows
    .updateTable('acceptedRefunds')
    .set({ dueAt: now })
    .where('connection', '=', connection)
    .where('transactionId', '=', oneOf(about))
    .where('dueAt', 'is not', null)
    .execute()
  await rows
    .updateTable('paymentMethods')
    .set({ dueAt: sql<Timestamp>`(select billing_now())` })
    .where('connection', '=', connection)
    .where('processorToken', '=', oneOf(about))
    .where('detachedAt', 'is', null)
    .execute()
  const attempts = await rows
    .updateTable('attempts')
    .set({ leaseUntil: sql<Timestamp>`least(lease_until, lease_now())` })
    .where('connection', '=', connection)
    .where('state', '=', sql.lit('open'))
    .where('awaitsRetry', '=', true)
    .where('preparedId', '=', oneOf(about))
    .returning('id')
    .execute()
  // If an attempt became due, or if the notification concerns only a payment, the connection need not be queried for news.
  if (attempts.length > 0 || isAboutPayment) return
  await makeNewsDue(db, connection)
}

/** Parses a notification. A notification that cannot be parsed counts as forged. */
const parseReceived = (
  { processors, wallClock, logger }: Billing,
  { connection, rawBody, headers }: ReceivedNotification,
): ParsedNotification => {
  const processor = processors.all.find(({ id }) => id === connection)
  try {
    return processor?.parseNotification?.(rawBody, headers, wallClock()) ?? { kind: 'forged' }
  } catch (error) {
    logger.warn({ connection, err: error }, 'could not parse a notification')
    return { kind: 'forged' }
  }
}
