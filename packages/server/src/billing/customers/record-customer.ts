import { loadShownCustomer } from '../../presenters/customers/load-customers.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { Write } from '../../store/writes/write.ts'

/** Records the event of a changed customer; `before` has the previous values of the changed members. */
export const recordCustomer = async (
  work: Write,
  id: string,
  type: 'customer.updated',
  before?: object,
): Promise<void> => {
  recordEvent(work, type, await loadShownCustomer(work.db, id), before)
}
