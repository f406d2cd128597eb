import { acrossOrganizations } from '../across-organizations.ts'
import { compiledForRow, compiledOnce } from '../queries/compiled-once.ts'
import { createFinder, lookup } from '../queries/lookup.ts'
import type { Database } from '../database.ts'
import type { OrganizationDatabase } from '../in-organization.ts'
import type { ClientSessionRow } from '../rows.ts'

/** Loads one client session of an organization; `undefined` if there is none with this id. */
export const loadClientSession = compiledForRow((db: OrganizationDatabase, id: string) =>
  db.selectFrom('clientSessions').selectAll().where('id', '=', id),
)

/**
 * Loads a client session by its id alone, because the checkout element knows nothing else. Any caller that knows the unguessable id may
 * read the checkout.
 */
export const loadClientSessionById = async (db: Database, id: string): Promise<ClientSessionRow | undefined> =>
  (await findById(db, id))[0]

const findById = compiledOnce((db: Database, id: string) =>
  acrossOrganizations(db, 'session id').selectFrom('clientSessions').selectAll().where('id', '=', id),
)

/** Loads a client session and locks it until the transaction ends. */
export const lockClientSession = createFinder(lookup('clientSessions', ['id'], { lock: 'wait' }))
