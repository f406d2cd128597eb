import { required } from '@billing-checkout/domain'
import { lockCustomer } from '../../store/entities/customers.ts'
import type { ClientSessionRow, CustomerRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import { overwriteCustomer } from '../customers/insert-customer.ts'
import { storeTaxAddress } from '../tax/tax-address.ts'

/** A client session and its customer, both locked. */
export interface LockedCheckout {
  readonly session: ClientSessionRow
  readonly customer: CustomerRow
}

/**
 * Completes a client session, so that it accepts no further payment, and overwrites the customer with the session's customer members.
 * Returns the changed customer.
 */
export const completeSession = async (work: Write, { session, customer }: LockedCheckout): Promise<CustomerRow> => {
  const { update, now } = work
  // PostgreSQL reads 'now' as the time of this transaction.
  update('clientSessions', { id: session.id }, { completedAt: now, completedWall: 'now', updatedAt: now })
  const overwritten = await overwriteCustomer(work, customer, session.members)
  return storeTaxAddress(work, overwritten, session)
}

/** Completes a client session whose customer is not locked yet. */
export const completeSessionOf = async (
  work: Write,
  session: ClientSessionRow,
  customerId: string,
): Promise<CustomerRow> => {
  const customer = required(await lockCustomer(work, customerId), 'customer', customerId)
  return completeSession(work, { session, customer })
}

/**
 * Ends a client session whose payment is refunded or voided in full. The session sold nothing and accepts no second payment, so its
 * shopper needs another session, quoted on the current state.
 */
export const endSession = ({ update, now }: Write, id: string): void =>
  update('clientSessions', { id }, { expiresAt: now, updatedAt: now })
