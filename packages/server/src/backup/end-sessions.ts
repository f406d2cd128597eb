import { sql } from 'kysely'
import type { Database } from '../store/database.ts'

/**
 * Ends everything that may have ended since the backup: the sessions of users and customers, and links that sign in, set a password or join
 * an organization. A link that restores a customer's former e-mail address stays valid.
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
