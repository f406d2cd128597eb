import type { Database } from './database.ts'
import type { ClientSessionRow } from './rows.ts'
import type { Write } from './write.ts'

/** One client session of an organization, or `undefined`. */
export const loadClientSession = (
  db: Database,
  organizationId: string,
  id: string,
): Promise<ClientSessionRow | undefined> =>
  db
    .selectFrom('clientSessions')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()

/** A client session by its id alone, which is all a widget starts with: who knows the unguessable id may read the checkout. */
export const loadClientSessionById = (db: Database, id: string): Promise<ClientSessionRow | undefined> =>
  db.selectFrom('clientSessions').selectAll().where('id', '=', id).executeTakeFirst()

/** One client session, locked until the transaction ends. */
export const lockClientSession = ({ db, organizationId }: Write, id: string): Promise<ClientSessionRow | undefined> =>
  db
    .selectFrom('clientSessions')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
