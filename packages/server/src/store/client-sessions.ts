import { acrossOrganizations } from './across-organizations.ts'
import type { Database } from './database.ts'
import type { OrganizationDatabase } from './in-organization.ts'
import type { ClientSessionRow } from './rows.ts'
import type { LoadContext } from './write.ts'

/** One client session of an organization, or `undefined`. */
export const loadClientSession = (db: OrganizationDatabase, id: string): Promise<ClientSessionRow | undefined> =>
  db.selectFrom('clientSessions').selectAll().where('id', '=', id).executeTakeFirst()

/** A client session by its id alone, which is all a widget starts with: who knows the unguessable id may read the checkout. */
export const loadClientSessionById = (db: Database, id: string): Promise<ClientSessionRow | undefined> =>
  acrossOrganizations(db, 'session id').selectFrom('clientSessions').selectAll().where('id', '=', id).executeTakeFirst()

/** One client session, locked until the transaction ends. */
export const lockClientSession = ({ db }: LoadContext, id: string): Promise<ClientSessionRow | undefined> =>
  db.selectFrom('clientSessions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
