import type { EventType } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { WebhookDeliveryRow } from '../../store/rows.ts'
import { newId } from '../../store/writes/new-id.ts'
import type { Write } from '../../store/writes/write.ts'

/** One event that is to be sent. */
export interface WebhookMessage {
  readonly body: MessageBody
  readonly eventId: string
  readonly eventType: EventType
  readonly sequence: number | null
  /** Events with the same key are sent in order; null if the event has no order. */
  readonly orderKey: string | null
  /** Ids of earlier events with the same key that were given up; this message reports them to the endpoint. */
  readonly gap: readonly string[]
  /** The stored delivery to attempt; undefined for a new event. */
  readonly delivery: WebhookDeliveryRow | undefined
}

/** The text to post, or why there is none: a sentence for the merchant, and the thrown error for the operator. */
export type MessageBody = { readonly text: string } | { readonly missing: string; readonly error?: unknown }

/** Whether a message has a text to post. If it has none, no later try can send it, and the endpoint is not at fault. */
export const hasBody = ({ body }: Pick<WebhookMessage, 'body'>): boolean => 'text' in body

/** The row of a delivery that was not attempted yet. */
export const pendingDelivery = (
  work: Write,
  endpointId: string,
  { eventId, eventType, sequence, orderKey }: Pick<WebhookMessage, 'eventId' | 'eventType' | 'sequence' | 'orderKey'>,
  dueAt: Timestamp,
) => ({
  id: newId('wd', work),
  endpointId,
  eventId,
  eventType,
  eventSequence: sequence,
  orderKey,
  status: 'pending' as const,
  attempts: '[]',
  tries: 0,
  dueAt,
  createdAt: work.now,
})

/** The columns that identify the delivery of an event to an endpoint. */
export const deliveryKey = ['organizationId', 'endpointId', 'eventId'] as const
