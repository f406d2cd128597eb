import { type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { ParsedNotification } from '../../processors/processor.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import { oneOf } from '../../store/one-of.ts'
import type { Billing } from '../billing.ts'

/** A notification as it came. */
export interface ReceivedNotification {
  readonly connection: string
  readonly rawBody: string
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Takes a notification of a processor: it is stored once, and makes due what it is a reason to ask about; nothing else of it is believed. One
 * that is about nothing of ours is counted and dropped. Answers false, and has written nothing, where the connection is unknown, takes
 * none, or the signature is not its own.
 */
export const receiveNotification = async (billing: Billing, received: ReceivedNotification): Promise<boolean> => {
  const notification = parse(billing, received)
  if (notification.kind === 'forged') return false
  const { connection } = received
  const { id, about } = notification
  await billing.database.transaction().execute(async (db) => {
    if (about.length === 0) {
      await db
        .insertInto('newsOfConnections')
        .values({ connection, askedAt: null, completeUntil: null, trouble: null, dropped: 1 })
        .onConflict((known) =>
          known.column('connection').doUpdateSet({ dropped: sql<number>`news_of_connections.dropped + 1` }),
        )
        .execute()
      return
    }
    const stored = await db
      .insertInto('notifications')
      .values({ connection, id })
      .onConflict((known) => known.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (stored === undefined) return
    const rows = acrossOrganizations(db, 'processor report')
    const now = sql<Timestamp>`least(asks_at, (select billing_now()))`
    await rows
      .updateTable('disputes')
      .set({ asksAt: now })
      .where('connection', '=', connection)
      .where('processorId', '=', oneOf(about))
      .where('asksAt', 'is not', null)
      .execute()
    await rows
      .updateTable('acceptedRefunds')
      .set({ asksAt: now })
      .where('connection', '=', connection)
      .where('transactionId', '=', oneOf(about))
      .where('asksAt', 'is not', null)
      .execute()
    await db.updateTable('newsOfConnections').set({ askedAt: null }).where('connection', '=', connection).execute()
  })
  return true
}

/** What cannot even be read was not sent by the processor. */
const parse = (
  { processors, wallClock, logger }: Billing,
  { connection, rawBody, headers }: ReceivedNotification,
): ParsedNotification => {
  const processor = processors.all.find(({ id }) => id === connection)
  try {
    return processor?.parseNotification?.(rawBody, headers, wallClock()) ?? { kind: 'forged' }
  } catch (error) {
    logger.warn({ connection, err: error }, 'a notification could not be read')
    return { kind: 'forged' }
  }
}
