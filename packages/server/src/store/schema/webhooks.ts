import type { EventType } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'
import type { DatedRow, Json, NullableJson, OwnedRow } from './columns.ts'

/**
 * A merchant's endpoint that receives events. `createdAt` and `updatedAt` are by the billing clock; times that deliveries depend on are
 * wall-clock.
 */
export interface WebhookEndpointTable extends DatedRow {
  url: string
  description: string | null
  eventTypes: Json<readonly ('*' | EventType)[]>
  enabled: Generated<boolean>
  disabledReason: 'merchant' | 'failing' | 'gone' | null
  sealedSecret: Uint8Array
  /** The secret before the latest rotation, and until when deliveries are also signed with it. */
  formerSealedSecret: Uint8Array | null
  formerUntil: Timestamp | null
  /** The sequence of the last event that was attempted or skipped. */
  position: number
  /** The earliest time at which events after `position` were recorded, by the database's clock. */
  positionFrom: Timestamp
  failures: Generated<number>
  failingSince: Timestamp | null
  /**
   * When an endpoint that has failed too often is next sent a single message, as a probe. Otherwise null: the event log and the deliveries
   * show what is due.
   */
  probeAt: Timestamp | null
  /** The endpoint had failed for this many days when we last warned the merchant; 0: we have not warned them. */
  warnedDay: Generated<number>
  /** Raised by every lease, and by a change of the endpoint that ends the lease, so that a worker with an older lease writes nothing. */
  fence: Generated<number>
  leaseUntil: Timestamp | null
  /** `ordered`: events about one object are sent one after the other. */
  mode: Generated<'parallel' | 'ordered'>
  /** `thin`: the event contains only the id of its object. */
  payload: Generated<'full' | 'thin'>
  /** The number of consecutive batches that the server could not send or record, until when the endpoint is deferred, and why. */
  tries: Generated<number>
  deferredUntil: Timestamp | null
  deferredReason: string | null
}

/** One attempt at a delivery, as the API shows it. */
export interface WebhookAttempt {
  readonly at: Timestamp
  readonly response_status: number | null
  readonly response_body: string | null
  readonly error: string | null
}

/** A delivery of an event to an endpoint. It is stored once it was attempted, or if it is to be sent separately from the event log. */
export interface WebhookDeliveryTable extends OwnedRow {
  endpointId: string
  eventId: string
  eventType: EventType
  /** The event's sequence; null for a test event, which is not in the log. */
  eventSequence: number | null
  testEvent: NullableJson<Record<string, unknown>>
  status: 'pending' | 'delivered' | 'failed'
  attempts: Json<readonly WebhookAttempt[]>
  /** The number of attempts since the delivery was last requested. */
  tries: number
  dueAt: Timestamp | null
  /** The key of the event (`orderKeyOf`): if the endpoint is `ordered`, events with the same key keep their order. Null: no order. */
  orderKey: string | null
  /** Whether the delivery failed for good, and no later event with the same key has informed the endpoint about the gap. */
  leavesGap: Generated<boolean>
  createdAt: Timestamp
  recordedAt: Generated<Timestamp>
}
