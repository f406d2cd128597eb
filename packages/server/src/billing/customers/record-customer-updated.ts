import { Problem } from '@billing-checkout/contract'
import { loadShownCustomer } from '../../presenters/customers/load-customers.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { Write } from '../../store/writes/write.ts'
import type { CustomerRow } from '../../store/rows.ts'

/** Records that a customer has changed; `before` has the previous values of the changed members. */
export const recordCustomerUpdated = async (work: Write, id: string, before?: object): Promise<void> => {
  recordEvent(work, 'customer.updated', await loadShownCustomer(work.db, id), before)
}

/** Refuses an operation on an erased customer. */
export const refuseErased = ({ id, erasedAt }: Pick<CustomerRow, 'id' | 'erasedAt'>): void => {
  if (erasedAt !== null) throw new Problem('not_found', `Customer ${id} was erased at ${erasedAt}.`)
}
