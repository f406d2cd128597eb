import { Problem } from '@billing-checkout/contract'
import { mintId, type Timestamp } from '@billing-checkout/domain'
import { type Selectable, sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import { recordAuditInTransaction } from '../../store/audit/record-audit.ts'
import type { Database } from '../../store/database.ts'
import type { UserTable } from '../../store/schema/users.ts'

/**
 * Finds the user with an e-mail address, and the hash of their password. The search ignores case, and look-alikes such as full-width
 * letters also match.
 */
export const findUserByEmail = (database: Database, email: string) =>
  database
    .selectFrom('users')
    .select(['id', 'email', 'passwordHash', 'disabledAt'])
    .where('foldedEmail', '=', foldEmail(email))
    .executeTakeFirst()

/** SQL for an e-mail address, folded as the database folds the addresses of users. */
export const foldEmail = (email: string) => sql<string>`fold_text(${email})`

/** The columns of a new user. */
export type NewUser = Pick<Selectable<UserTable>, 'email' | 'name' | 'passwordHash' | 'isOperator'>

/** Inserts a user in the caller's transaction and returns the id. Throws `invalid_parameter` if another user has the address. */
export const insertUser = async (
  db: Database,
  { email, name, passwordHash, isOperator }: NewUser,
  wall: Timestamp,
): Promise<string> => {
  const id = mintId('usr', Date.parse(wall), randomBytes(16))
  const inserted = await db
    .insertInto('users')
    .values({ id, email: email.trim(), name, passwordHash, isOperator, createdAt: wall })
    .onConflict((row) => row.column('foldedEmail').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted === undefined) throw new Problem('invalid_parameter', 'Another user has this e-mail address.')
  await recordAuditInTransaction(db, null, { who: id, object: id, after: { email, name, is_operator: isOperator } })
  return id
}
