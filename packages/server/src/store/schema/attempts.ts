import type { Address, PaymentMethodType } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { ColumnType, Generated } from 'kysely'
import type { ProcessorCall } from '../../processors/call-processor.ts'
import type { ShopperAction } from '../../processors/processor.ts'
import type { Json, NullableJson, OwnedRow } from './columns.ts'

/** One row for every call to a processor, written before the call is made. */
export interface AttemptTable extends OwnedRow {
  paymentId: string
  kind: 'authorize' | 'capture' | 'void' | 'refund' | 'verify'
  state: 'open' | 'done'
  processor: string
  /** The connection over which the call is made. No retry of the attempt uses another connection. */
  connection: string
  /** The reference that we send with the call. The processor can find the call again by this reference. */
  processorKey: string
  /** The text from which the reference was derived (DECISIONS 59). */
  referencePreimage: ColumnType<string, string, never>
  /** Hashes of the idempotency key (with its scope) and of the request for which the attempt was opened; null without a key. */
  keyHash: ColumnType<string | null, string | null | undefined, never>
  requestHash: ColumnType<string | null, string | null | undefined, never>
  carriesCardData: boolean
  request: Json<StoredRequest>
  outcome: NullableJson<unknown>
  fence: Generated<number>
  /**
   * When a worker may take up the attempt: at the end of a server's lease, at the end of the time that a shopper has for an action or, if
   * the attempt `awaitsRetry`, when the next query is due.
   */
  leaseUntil: Timestamp
  /** True after a call or query whose outcome is unknown, until a worker leases the attempt for the next query. */
  awaitsRetry: Generated<boolean>
  /** The number of calls and queries whose outcome stayed unknown. */
  tries: Generated<number>
  /** When the event `payment.outcome_unknown` was recorded. */
  unknownReportedAt: Generated<Timestamp | null>
  /** The processor's own id of a charge that was prepared and not yet executed; null if there is none. */
  preparedId: Generated<string | null>
  /** What the shopper has to do, such as confirm at their bank, before the attempt can end. */
  action: NullableJson<ShopperAction & { readonly returnTo?: string }>
  /** The unguessable id of the page for this action. */
  actionId: string | null
  /**
   * Whether the server calls the processor as soon as the attempt is committed. Otherwise, the job that completes open attempts makes the
   * call.
   */
  callsAtOnce: ColumnType<boolean, boolean, never>
  createdAt: Timestamp
  finishedAt: Timestamp | null
  /** The attempt over another connection that replaced this attempt, which certainly had no effect (DECISIONS 3). */
  handedOnTo: Generated<string | null>
}

/** An attempt's request as it is stored. */
export interface StoredRequest {
  readonly notes: AttemptNotes
  /** Null for a call with typed card data, which is never stored. */
  readonly call: ProcessorCall | null
  /** The wall-clock time just before the first call. */
  readonly openedAt: Timestamp
}

/** Facts, besides those of the payment, that the server needs to finish an attempt. */
export interface AttemptNotes {
  /** The shopper's network address, to count its declines. */
  readonly address?: string
  readonly refundId?: string
  /** The obligation that the attempt is to fulfill, if there is one. */
  readonly obligationId?: string
  /** The merchant's request for the refund, if it has an idempotency key. */
  readonly asked?: RequestKey
  /** The vaulted card that is kept if this attempt is approved, and otherwise deleted. */
  readonly vaultId?: string
  /** Whether another payment for the same purchase and e-mail address was waiting for its shopper when this attempt's payment started. */
  readonly competesWithChallenge?: true
  /** A new method, such as a wallet's, whose details are unknown until it has been charged. */
  readonly wallet?: { readonly id: string; readonly type: PaymentMethodType; readonly billingAddress: Address | null }
}

/** Identifies a request by its caller and idempotency key. */
export interface RequestKey {
  readonly caller: string
  readonly key: string
}
