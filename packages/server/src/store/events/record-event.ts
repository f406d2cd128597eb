import type { EventType } from '@billing-checkout/contract'
import { newId } from '../writes/new-id.ts'
import type { Write } from '../writes/write.ts'

/**
 * Writes an event into the transaction that made the change; `object` is the resource as the operations answer it. The event says who
 * made it, and so is its own entry in the audit log; `before` has the members that changed, as they were.
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
