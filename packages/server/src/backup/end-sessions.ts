import { sql } from 'kysely'
import type { Database } from '../store/database.ts'

/**
 * Ends what a backup would let continue although it may have ended since: sessions of users and of customers, and links by which they sign
 * in, set a password or join an organization. A link that gives a customer their former address back stays.
 */
export const endSessions = async (transaction: Database): Promise<void> => {
  for (const statement of [
    sql`update dashboard_sessions set ended_at = clock_timestamp() where ended_at is null`,
    sql`delete from sign_in_challenges`,
    sql`delete from user_tokens`,
    sql`update portal_sessions set ended_at = clock_timestamp(), link_hash = null, cookie_hash = null where ended_at is null`,
    sql`delete from portal_links where kind = 'sign_in'`,
  ])
    await statement.execute(transaction)
}
