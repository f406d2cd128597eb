import type { EventType } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { Generated } from 'kysely'
import type { Json, NullableJson } from './columns.ts'

/**
 * An endpoint of a merchant that receives events. Times of deliveries are by the wall clock, those of the row itself by the billing clock.
 */
export interface WebhookEndpointTable {
  organizationId: string
  id: string
  url: string
  description: string | null
  eventTypes: Json<readonly ('*' | EventType)[]>
  enabled: Generated<boolean>
  disabledReason: 'merchant' | 'failing' | 'gone' | null
  sealedSecret: Uint8Array
  /** The secret before the last rotation, and until when deliveries are signed with it as well. */
  formerSealedSecret: Uint8Array | null
  formerUntil: Timestamp | null
  /** The sequence of the last event that was tried or passed over. */
  position: number
  /** From when on events behind that place were recorded, by the database's clock. */
  positionFrom: Timestamp
  failures: Generated<number>
  failingSince: Timestamp | null
  /** When a failing endpoint is sent a single event; null while it does not fail. Otherwise the log says what is due. */
  probeAt: Timestamp | null
  /** The latest day of failing for which we sent the merchant a warning; 0: none. */
  warnedDay: Generated<number>
  /** Rises with every lease: a worker with an older lease writes nothing. */
  fence: Generated<number>
  leaseUntil: Timestamp | null
  /** `ordered`: the events of one subject are sent one after the other. */
  mode: Generated<'parallel' | 'ordered'>
  /** `thin`: of its object only the id is sent. */
  payload: Generated<'full' | 'thin'>
  /** Batches in a row that this server could not send or record, until when it leaves the endpoint alone, and why. */
  tries: Generated<number>
  deferredUntil: Timestamp | null
  deferredReason: string | null
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** One try of a delivery, as it is shown. */
export interface WebhookAttempt {
  readonly at: Timestamp
  readonly response_status: number | null
  readonly response_body: string | null
  readonly error: string | null
}

/** An event that an endpoint was sent, or is sent apart from the others. */
export interface WebhookDeliveryTable {
  organizationId: string
  id: string
  endpointId: string
  eventId: string
  eventType: EventType
  /** Where the event is in the log; null for a test event, which is in none. */
  eventSequence: number | null
  testEvent: NullableJson<Record<string, unknown>>
  status: 'pending' | 'delivered' | 'failed'
  attempts: Json<readonly WebhookAttempt[]>
  /** Tries since it was last asked for. */
  tries: number
  dueAt: Timestamp | null
  /** What the event is about: events of one key keep their order if the endpoint asks for that. Null: it has no order. */
  orderKey: string | null
  /** Whether it failed for good in its order, and no later event of the key has reported that to the endpoint. */
  leavesGap: Generated<boolean>
  createdAt: Timestamp
  recordedAt: Generated<Timestamp>
}
