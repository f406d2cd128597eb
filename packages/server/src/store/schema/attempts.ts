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
  state: 'open' | 'done' | 'closed'
  processor: string
  /** The connection to a processor that the call is made over: whatever is done about it goes there. */
  connection: string
  /** The reference by which the processor knows the call. */
  processorKey: string
  /** What the reference was derived from; null of references made before they were derived. */
  referencePreimage: ColumnType<string | null, string | null | undefined, never>
  /** Hashes of the idempotency key, with its scope, and of the request that this was opened for. */
  keyHash: ColumnType<string | null, string | null | undefined, never>
  requestHash: ColumnType<string | null, string | null | undefined, never>
  carriesCardData: boolean
  request: Json<KeptRequest>
  outcome: NullableJson<unknown>
  fence: Generated<number>
  leaseUntil: Timestamp
  /** Whether its lease is only the time until the processor is asked again, and nobody calls just now. */
  rests: Generated<boolean>
  /** How often the processor was asked what became of it and did not tell. */
  askedCount: Generated<number>
  /** When it was told that nobody knows its outcome. */
  toldUnknownAt: Generated<Timestamp | null>
  /** What the shopper has to do elsewhere meanwhile. */
  action: NullableJson<ShopperAction & { readonly returnTo?: string }>
  /** The unguessable name of the page for it. */
  actionId: string | null
  /** Whether the call is made as soon as the attempt is committed; otherwise the completer makes it. Older servers do not say. */
  callsAtOnce: ColumnType<boolean | null, boolean, never>
  createdAt: Timestamp
  finishedAt: Timestamp | null
}

/** An attempt's request as it is kept. */
export interface KeptRequest {
  readonly notes: AttemptNotes
  /** Null where the call carried a typed card, which is kept nowhere. */
  readonly call: ProcessorCall | null
  /** Wall-clock time at which the call was about to be made first. */
  readonly openedAt: Timestamp
}

/** What finishing an attempt needs to know beside the payment. */
export interface AttemptNotes {
  /** The shopper's network address, against which a decline counts. */
  readonly address?: string
  readonly refundId?: string
  /** What we owe, where this is a try to meet it. */
  readonly obligationId?: string
  /** Who asked for the refund, if that may be asked again. */
  readonly asked?: AskedBy
  /** The card that is kept in the vault if this is approved, and forgotten if not. */
  readonly vaultId?: string
  /** Whether another payment for the same thing, under the same e-mail address, waited for its shopper when this was begun. */
  readonly besideChallenge?: true
  /** A new method of which nothing is known before it was charged. */
  readonly wallet?: { readonly id: string; readonly type: PaymentMethodType; readonly billingAddress: Address | null }
}

/** A request by its caller and idempotency key. */
export interface AskedBy {
  readonly caller: string
  readonly key: string
}
