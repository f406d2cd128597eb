import { sql } from 'kysely'
import type { ClientSessionRow } from '../store/rows.ts'
import type { Write } from '../store/write.ts'
import { overwriteCustomer } from './overwrite-customer.ts'
import { keepTaxAddress } from './tax-address.ts'

/** Completes a client session: it has done what it was for, once and for all, and its customer is as it says (decisions 7). */
export const completeSession = async (work: Write, id: string, customerId: string): Promise<ClientSessionRow> => {
  const { db, organizationId, now } = work
  const session = await db
    .updateTable('clientSessions')
    .set({ completedAt: now, completedWall: sql<string>`now()`, updatedAt: now })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await overwriteCustomer(work, customerId, session.members)
  await keepTaxAddress(work, customerId, session)
  return session
}

/**
 * Ends a client session whose payment is refunded or voided as a whole: it has done nothing of what it was for, and can take no
 * other payment, because one session takes one. Its shopper needs another session, on what holds now.
 */
export const endSession = ({ update, organizationId, now }: Write, id: string): void =>
  update('clientSessions', { organizationId, id }, { expiresAt: now, updatedAt: now })
