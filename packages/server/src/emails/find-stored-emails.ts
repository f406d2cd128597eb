import type { EmailKind } from '@billing-checkout/contract'
import { foldCase, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { acrossOrganizations } from '../store/across-organizations.ts'
import type { Database } from '../store/database.ts'
import type { StoredEmail } from './stored-mailer.ts'

/** One email of the sandbox's list. */
export interface ListedEmail {
  readonly id: string
  readonly kind: EmailKind
  readonly to: string
  readonly subject: string
  /** When the email was stored, by the billing clock. */
  readonly createdAt: Timestamp
}

/** The email after which the next page of the list starts. */
export type EmailCursor = Pick<ListedEmail, 'id' | 'createdAt'>

/** Which of the stored emails a page of the list shows. */
export interface StoredEmailQuery {
  /** Only emails to this address, in any case; null: all. */
  readonly to: string | null
  /** Only emails older than this one; null: from the newest. */
  readonly before: EmailCursor | null
  readonly limit: number
}

/** Finds the emails that the sandbox stores, of all organizations, the newest first. */
export const findStoredEmails = async (
  database: Database,
  { to, before, limit }: StoredEmailQuery,
): Promise<readonly ListedEmail[]> => {
  let query = joined(database).select([
    'storedEmails.id',
    'emails.kind',
    messageMember('to').as('to'),
    messageMember('subject').as('subject'),
    'storedEmails.createdAt',
  ])
  if (to !== null) query = query.where(sql<boolean>`fold_case(${messageMember('to')}) = ${foldCase(to)}`)
  if (before !== null)
    query = query.where(
      sql<boolean>`(stored_emails.created_at, stored_emails.id) < (${before.createdAt}::timestamptz, ${before.id})`,
    )
  return query.orderBy('storedEmails.createdAt', 'desc').orderBy('storedEmails.id', 'desc').limit(limit).execute()
}

/** Finds one stored email of the sandbox; `undefined` if there is none with this id. */
export const findStoredEmail = async (
  database: Database,
  id: string,
): Promise<(StoredEmail & Pick<ListedEmail, 'id' | 'kind' | 'createdAt'>) | undefined> => {
  const found = await joined(database)
    .select(['storedEmails.id', 'emails.kind', 'storedEmails.message', 'storedEmails.createdAt'])
    .where('storedEmails.id', '=', id)
    .executeTakeFirst()
  if (found === undefined) return undefined
  const { message, ...facts } = found
  return { ...(message as StoredEmail), ...facts }
}

const joined = (database: Database) =>
  acrossOrganizations(database, 'operator')
    .selectFrom('storedEmails')
    .innerJoin('emails', (join) =>
      join
        .onRef('emails.organizationId', '=', 'storedEmails.organizationId')
        .onRef('emails.id', '=', 'storedEmails.id'),
    )
    // Leave out emails of erased customers: the erasure has emptied their messages.
    .where(sql<boolean>`stored_emails.message ? 'subject'`)

const messageMember = (name: 'to' | 'subject') => sql<string>`(stored_emails.message->>${sql.lit(name)})`
