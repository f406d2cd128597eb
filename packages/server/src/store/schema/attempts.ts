import type { Address, PaymentMethodType } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { ColumnType, Generated } from 'kysely'
import type { ProcessorCall } from '../../processors/call-processor.ts'
import type { ShopperAction } from '../../processors/processor.ts'
import type { Json, NullableJson } from './columns.ts'

/** One row for every call to a processor, written before it is made. */
export interface AttemptTable {
  organizationId: string
  id: string
  paymentId: string
  kind: 'authorize' | 'capture' | 'void' | 'refund' | 'verify'
  state: 'open' | 'done'
  processor: string
  /** The connection over which the call is made; the attempt is only ever sent there. */
  connection: string
  /** The reference by which the processor knows the call. */
  processorKey: string
  /** What the reference was derived from (DECISIONS 59). */
  referencePreimage: ColumnType<string, string, never>
  /** Hashes of the idempotency key with its scope, and of the request, that the attempt was opened for; null without a key. */
  keyHash: ColumnType<string | null, string | null | undefined, never>
  requestHash: ColumnType<string | null, string | null | undefined, never>
  carriesCardData: boolean
  request: Json<StoredRequest>
  outcome: NullableJson<unknown>
  fence: Generated<number>
  /** When a worker takes it up: at the end of its holder's lease or, if it `awaitsRetry`, when the next query is due. */
  leaseUntil: Timestamp
  /** Whether no server is calling the processor now. */
  awaitsRetry: Generated<boolean>
  /** How often we queried the processor for the outcome and got none. */
  tries: Generated<number>
  /** When the event was sent that its outcome is unknown. */
  unknownReportedAt: Generated<Timestamp | null>
  /** The processor's own id of the charge that was prepared and may be executed; null if none was. */
  preparedId: Generated<string | null>
  /** What the shopper has to do elsewhere before the attempt can end. */
  action: NullableJson<ShopperAction & { readonly returnTo?: string }>
  /** The unguessable id of the page on which they do it. */
  actionId: string | null
  /** Whether the call is made as soon as the attempt is committed; otherwise the completer makes it. */
  callsAtOnce: ColumnType<boolean, boolean, never>
  createdAt: Timestamp
  finishedAt: Timestamp | null
  /** The attempt over another connection that took the place of this one, which certainly did nothing (DECISIONS 3). */
  handedOnTo: Generated<string | null>
}

/** An attempt's request as it is stored. */
export interface StoredRequest {
  readonly notes: AttemptNotes
  /** Null for a call that carried a typed card, which is stored nowhere. */
  readonly call: ProcessorCall | null
  /** The wall-clock time just before the call was first made. */
  readonly openedAt: Timestamp
}

/** What finishing an attempt needs to know in addition to the payment. */
export interface AttemptNotes {
  /** The shopper's network address, against which a decline counts. */
  readonly address?: string
  readonly refundId?: string
  /** The obligation that the attempt is to meet, if there is one. */
  readonly obligationId?: string
  /** The request that asked for the refund, if it may be sent again. */
  readonly asked?: AskedBy
  /** The card in the vault that stays there if this is approved, and is deleted if not. */
  readonly vaultId?: string
  /** Whether another payment for the same thing, under the same e-mail address, waited for its shopper when this one began. */
  readonly competesWithChallenge?: true
  /** A new method of which nothing is known before it has been charged. */
  readonly wallet?: { readonly id: string; readonly type: PaymentMethodType; readonly billingAddress: Address | null }
}

/** A request by its caller and idempotency key. */
export interface AskedBy {
  readonly caller: string
  readonly key: string
}
