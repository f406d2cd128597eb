import type { EventType } from '@billing-checkout/contract'
import type { WebhookDeliveryRow } from '../../store/rows.ts'

/** One event that is to be sent. */
export interface Message {
  readonly body: MessageBody
  readonly eventId: string
  readonly eventType: EventType
  readonly sequence: number | null
  /** The key that keeps it in order; null if it has no order. */
  readonly orderKey: string | null
  /** Ids of earlier events of its key that we gave up; this event reports them to the endpoint. */
  readonly gap: readonly string[]
  /** The delivery that is tried again; undefined for an event that the endpoint has not been sent yet. */
  readonly delivery: WebhookDeliveryRow | undefined
}

/** What is posted, or why there is nothing to post: for the merchant in a sentence, for the operator as it was thrown. */
export type MessageBody = { readonly text: string } | { readonly missing: string; readonly error?: unknown }

/** Whether there is something to post. What is missing here says nothing about the endpoint, and no later try can send it. */
export const hasBody = ({ body }: Pick<Message, 'body'>): boolean => 'text' in body
