import type { EventType } from '@billing-checkout/contract'

/** What a key is made of: an event's object, or the parts of it that were read. */
export interface KeyedObject {
  readonly id?: unknown
  readonly subscription?: unknown
  readonly payment_id?: unknown
}

/**
 * What an event is about, for endpoints that ask for order: the subscription of a payment, else the payment, also that of a dispute, else
 * whatever else has changed. Null for what has no id, and where the object is missing. A payment's events before its subscription
 * exists are their own key. A redelivered event goes first, and blocks its subject if it fails.
 */
export const orderKeyOf = (type: EventType, object: KeyedObject | null): string | null => {
  const { id, subscription, payment_id } = object ?? {}
  const isOfPayment = type.startsWith('payment.') || type.startsWith('refund.')
  const subject = isOfPayment ? (idIn(subscription) ?? id) : type.startsWith('dispute.') ? payment_id : id
  return typeof subject === 'string' ? subject : null
}

const idIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined
