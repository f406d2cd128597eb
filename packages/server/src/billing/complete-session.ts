import type { ClientSessionRow } from '../store/rows.ts'
import type { Write } from '../store/write.ts'

/** Completes a client session: it has done what it was for, once and for all. */
export const completeSession = ({ db, organizationId, now }: Write, id: string): Promise<ClientSessionRow> =>
  db
    .updateTable('clientSessions')
    .set({ completedAt: now, updatedAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
