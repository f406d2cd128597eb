import type { EventType } from '@billing-checkout/contract'

/** The members of an event's object from which its order key is made. */
export interface KeyedObject {
  readonly id?: unknown
  readonly subscription?: unknown
  readonly payment_id?: unknown
}

/**
 * The key by which ordered endpoints order events: for a payment or refund event the payment's subscription, or else the payment; for a
 * dispute its payment; for other events the changed object. Null if the object or its id is missing. Events of a payment before its
 * subscription exists have the payment's key. If an event is sent again, later events with its key wait for it.
 */
export const orderKeyOf = (type: EventType, object: KeyedObject | null): string | null => {
  const { id, subscription, payment_id } = object ?? {}
  const isOfPayment = type.startsWith('payment.') || type.startsWith('refund.')
  const subject = isOfPayment ? (idIn(subscription) ?? id) : type.startsWith('dispute.') ? payment_id : id
  return typeof subject === 'string' ? subject : null
}

const idIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined
