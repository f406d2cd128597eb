import type { EventType } from '@billing-checkout/contract'
import { newId, type Write } from './write.ts'

/** Writes an event into the transaction that made the change; `object` is the resource as the operations answer it. */
export const recordEvent = (write: Write, type: EventType, object: object): void => {
  write.insert('events', {
    id: newId('evt', write),
    type,
    object: JSON.stringify(object),
    createdAt: write.now,
  })
}
