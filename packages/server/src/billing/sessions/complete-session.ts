import { sql } from 'kysely'
import type { ClientSessionRow } from '../../store/rows.ts'
import type { Write } from '../../store/write.ts'
import { overwriteCustomer } from '../customers/overwrite-customer.ts'
import { keepTaxAddress } from '../tax/tax-address.ts'

/** Completes a client session, which takes no payment from then on, and writes what it says of its customer over the customer. */
export const completeSession = async (work: Write, id: string, customerId: string): Promise<ClientSessionRow> => {
  const { db, now } = work
  const session = await db
    .updateTable('clientSessions')
    .set({ completedAt: now, completedWall: sql<string>`now()`, updatedAt: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await overwriteCustomer(work, customerId, session.members)
  await keepTaxAddress(work, customerId, session)
  return session
}

/**
 * Ends a client session whose payment is refunded or voided as a whole. The session fulfilled nothing and takes no second
 * payment, so its shopper needs another session, quoted on the present state.
 */
export const endSession = ({ update, now }: Write, id: string): void =>
  update('clientSessions', { id }, { expiresAt: now, updatedAt: now })
