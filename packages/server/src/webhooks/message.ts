import type { Event, EventType } from '@billing-checkout/contract'
import type { WebhookDeliveryRow } from '../store/rows.ts'

/** One event that is to be sent. */
export interface Message {
  /** The event as `findEvents` shows it; undefined where it is not stored any more. */
  readonly event: Event | undefined
  readonly eventId: string
  readonly eventType: EventType
  readonly sequence: number | null
  /** What it is kept in order by; null where it has no order. */
  readonly orderKey: string | null
  /** Ids of earlier events of its key that were given up, which the endpoint is told with this one. */
  readonly gap: readonly string[]
  /** The delivery that is tried again; undefined for an event that the endpoint has not been sent yet. */
  readonly delivery: WebhookDeliveryRow | undefined
}
