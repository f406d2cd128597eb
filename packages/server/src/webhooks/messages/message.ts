import type { EventType } from '@billing-checkout/contract'
import type { WebhookDeliveryRow } from '../../store/rows.ts'

/** One event that is to be sent. */
export interface Message {
  readonly body: MessageBody
  readonly eventId: string
  readonly eventType: EventType
  readonly sequence: number | null
  /** Events with the same key are sent in order; null if the event has no order. */
  readonly orderKey: string | null
  /** Ids of earlier events with the same key that we gave up; this event reports them to the endpoint. */
  readonly gap: readonly string[]
  /** The delivery that is tried again; undefined for an event that the endpoint has not been sent yet. */
  readonly delivery: WebhookDeliveryRow | undefined
}

/** The text to post, or why there is none: a sentence for the merchant, and the thrown error for the operator. */
export type MessageBody = { readonly text: string } | { readonly missing: string; readonly error?: unknown }

/** Whether a message has a text to post. If it has none, no later try can send it, and the endpoint is not at fault. */
export const hasBody = ({ body }: Pick<Message, 'body'>): boolean => 'text' in body
