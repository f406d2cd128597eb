import type { EventType } from '@billing-checkout/contract'
import { newId } from '../writes/new-id.ts'
import type { Write } from '../writes/write.ts'

/**
 * Records an event in the transaction that made the change. `object` is the resource as API responses show it; `before` has the earlier
 * values of the changed members. The event names its author, so it needs no audit entry.
 */
export const recordEvent = (write: Write, type: EventType, object: object, before?: object): void => {
  const { who, what, address, requestId } = write.actor
  write.insert('events', {
    id: newId('evt', write),
    type,
    object: JSON.stringify(object),
    createdAt: write.now,
    who,
    what,
    address,
    requestId,
    before: before === undefined ? null : JSON.stringify(before),
  })
}
