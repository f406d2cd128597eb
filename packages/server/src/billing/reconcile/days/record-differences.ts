import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../../../store/database.ts'
import { recordEvent } from '../../../store/events/record-event.ts'
import { write } from '../../../store/writes/write.ts'
import type { Billing } from '../../billing.ts'
import type { FoundDifference } from './compare-movement.ts'

/** A day of a connection that was compared. */
export interface ComparedDay {
  readonly connection: string
  readonly day: string
}

/** Records a difference and reports it once: in the log, and by an event if the owner of the money is known. */
export const recordDayDifference = async (
  { database, logger }: Billing,
  { connection, day }: ComparedDay,
  found: FoundDifference,
): Promise<void> => {
  const { organizationId, paymentId: subject, kind, movement, differenceMinor, transactionId, reference } = found
  const reported = {
    id: idOf(connection, found),
    connection,
    day,
    difference: kind,
    kind: movement,
    amount: differenceMinor,
    currency: found.currency,
    reference,
    transaction_id: transactionId,
    subject,
    at: found.at,
    message: found.message,
  }
  const report = () => logger.error({ ...reported, organization: organizationId }, 'the processor and the books differ')
  if (organizationId === null) {
    if (await storeDifference(database, { connection, day }, found)) report()
    return
  }
  const isNew = await write(database, organizationId, async (work) => {
    if (!(await storeDifference(work.db, { connection, day }, found))) return false
    recordEvent(work, 'books.difference', reported)
    return true
  })
  if (isNew) report()
}

/**
 * Closes the day's differences that a repeated comparison has not found again since a time of the database's clock. Differences that an
 * operator closed stay as they are.
 */
export const closeVanishedDifferences = async (
  { database, logger }: Billing,
  { connection, day }: ComparedDay,
  since: string,
): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    update book_differences set closed_at = clock_timestamp(), closed_why = ${vanished}
    where connection = ${connection} and day = ${day}::date and closed_at is null and seen_at < ${since}::timestamptz
    returning id`.execute(database)
  for (const { id } of rows) logger.info({ connection, difference: id }, 'a difference no longer exists')
}

/** Rows contain this text, and `storeDifference` compares them with it, so it must never change. */
const vanished = 'It no longer exists.'

/**
 * Stores a difference. Returns true if it is new, or was found again after it had vanished. The insert reads from `known`, because
 * PostgreSQL would otherwise read `known` only after the update, when the row is already open again.
 */
const storeDifference = async (
  db: Database,
  { connection, day }: ComparedDay,
  found: FoundDifference,
): Promise<boolean> => {
  const { key, kind, movement, organizationId, paymentId, transactionId, reference, differenceMinor, message } = found
  const { rows } = await sql<{ isNews: boolean }>`
    with known as (
      select closed_why = ${vanished} as has_vanished from book_differences
      where connection = ${connection} and kind = ${kind} and key = ${key} for update
    )
    insert into book_differences (id, connection, key, kind, movement, day, organization_id, payment_id, transaction_id,
        reference, difference_minor, currency_code, message, moved_at)
      select ${idOf(connection, found)}, ${connection}, ${key}, ${kind}, ${movement}, ${day}::date, ${organizationId}, ${paymentId},
        ${transactionId}, ${reference}, ${differenceMinor}::bigint, ${found.currency}, ${message}, ${found.at}::timestamptz
      from (select count(*) from known) as read_before_the_update
      on conflict (connection, kind, key) do update set seen_at = clock_timestamp(), day = excluded.day,
        difference_minor = excluded.difference_minor, message = excluded.message,
        closed_at = case when book_differences.closed_why = ${vanished} then null else book_differences.closed_at end,
        closed_why = nullif(book_differences.closed_why, ${vanished})
      returning xmax::text = '0' or coalesce((select has_vanished from known), false) as is_news`.execute(db)
  return rows[0]?.isNews === true
}

const idOf = (connection: string, { kind, key }: FoundDifference): string =>
  `dif_${createHash('sha256')
    .update(JSON.stringify([connection, kind, key]))
    .digest('hex')
    .slice(0, 20)}`
