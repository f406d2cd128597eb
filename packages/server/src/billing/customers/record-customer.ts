import { loadCustomers } from '../../presenters/load-customers.ts'
import { recordEvent } from '../../store/record-event.ts'
import type { Write } from '../../store/write.ts'

/** Writes the event of a new or changed customer. */
export const recordCustomer = async (
  work: Write,
  id: string,
  type: 'customer.created' | 'customer.updated',
): Promise<void> => {
  const [customer] = await loadCustomers(work.db, [id])
  recordEvent(work, type, customer!)
}
