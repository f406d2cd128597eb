import type { Kysely } from 'kysely'
import type { Database } from './database.ts'
import type { Schema } from './schema/schema.ts'

/** Why the running code may read or change rows of more than one organization. */
export type AcrossReason =
  /** Jobs take what is due of all organizations; each row is worked on in its own. */
  | 'due work'
  /** A session's id is all that a widget has. A caller that knows the id may read that checkout. */
  | 'session id'
  /** The id of an action is all that a shopper comes back with from the bank. */
  | 'action id'
  /** The token of a link is all that a customer comes with. */
  | 'link token'
  /** The id of a payment link is all that a shopper comes with. */
  | 'link id'
  /** The name of a logo's file, which has the hash of its content, is all that a browser asks with. */
  | 'file name'
  /** An API key says whose it is. */
  | 'key hash'
  /** A user's session says which organizations they are members of. */
  | 'user session'
  /** A processor reports transactions by its own names, and the books say whose they are. */
  | 'processor report'
  /** An operator asks for one row by its id, for everything that waits, or for the emails that a sandbox stores. */
  | 'operator'
  /** Key rotation seals again everything that is sealed under the old key. */
  | 'key rotation'

declare const across: unique symbol

/** The rows of all organizations. */
export type EveryOrganization = Kysely<Schema> & { readonly [across]: true }

/** The rows of all organizations, for one of the listed reasons. */
export const acrossOrganizations = (database: Database, reason: AcrossReason): EveryOrganization => {
  if ('organizationId' in database)
    throw new TypeError(`Only rows of ${String(database.organizationId)} are seen here, not all for ${reason}.`)
  return database as unknown as EveryOrganization
}
