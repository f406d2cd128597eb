import type { Kysely } from 'kysely'
import type { Database } from './database.ts'
import type { Schema } from './schema/schema.ts'

/** Why the running code may read or change rows of more than one organization. */
export type CrossOrganizationReason =
  /** Jobs look up due rows of all organizations, then process each row on behalf of its organization. */
  | 'due work'
  /** The checkout element sends only a session's id. A caller that knows the id may read that checkout. */
  | 'session id'
  /** A shopper returns from the bank with only the id of an action. */
  | 'action id'
  /** A customer opens a link with only its token. */
  | 'link token'
  /** A shopper opens a payment link with only its id. */
  | 'link id'
  /** A browser requests a logo only by the name of its file, which contains the hash of its content. */
  | 'file name'
  /** An API key identifies its organization. */
  | 'key hash'
  /** A user's session says which organizations they are members of. */
  | 'user session'
  /** A processor reports transactions by its own ids, and our books say which organization each belongs to. */
  | 'processor report'
  /** An operator's command or a check by the server reads rows of any organization, such as connections, waiting work or stored emails. */
  | 'operator'
  /** After a restore from a backup, no user or customer of any organization stays signed in. */
  | 'restored backup'
  /** Key rotation encrypts again everything that is encrypted under the old key. */
  | 'key rotation'

declare const across: unique symbol

/** The rows of all organizations. */
export type AllOrganizationsDatabase = Kysely<Schema> & { readonly [across]: true }

/** Returns the database unrestricted, so that the caller can query rows of all organizations. `reason` says why that is allowed. */
export const acrossOrganizations = (database: Database, reason: CrossOrganizationReason): AllOrganizationsDatabase => {
  if ('organizationId' in database)
    throw new TypeError(`Only rows of ${String(database.organizationId)} are seen here, not all for ${reason}.`)
  return database as unknown as AllOrganizationsDatabase
}
