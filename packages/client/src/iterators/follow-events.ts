import type {
  Connection,
  CurrencyCode,
  Customer,
  Dispute,
  Event,
  EventType,
  Payment,
  PaymentMethod,
  Subscription,
  WebhookEndpoint,
} from '@billing-checkout/contract'
import { BillingError } from '../billing-error.ts'
import type { Method } from '../method-types.ts'
import type { QueryOf } from '../operation-types.ts'
import { isPassing } from '../request/retry-delay.ts'
import { wait } from '../request/wait.ts'

/** An event whose `type` says what its object is. */
export type BillingEvent = { [Type in EventType]: EventOf<Type> }[EventType]

interface EventOf<Type extends EventType> extends Omit<Event, 'type' | 'data'> {
  readonly type: Type
  readonly data: { readonly object: ObjectOf<Type> }
}

/** What events carry, by the first word of their type. */
interface ObjectsByNoun {
  readonly payment: Payment
  readonly refund: Payment
  readonly dispute: Dispute
  readonly subscription: Subscription
  readonly customer: Customer
  readonly payment_method: PaymentMethod
  readonly webhook_endpoint: WebhookEndpoint
  readonly connection: Connection
  readonly books: BooksDifference
}

/** Money that a processor moved and the books do not have. */
export interface BooksDifference {
  readonly connection: string
  /** The reference that the processor knows it by, and its own id. */
  readonly reference: string
  readonly transaction_id: string
  readonly kind: 'authorize' | 'capture' | 'refund'
  /** Minor units. */
  readonly amount: number
  readonly currency: CurrencyCode
  /** By the processor's clock. */
  readonly at: string
  /** An id of ours for what the money was for; null when that is not known. */
  readonly subject: string | null
}

type ObjectOf<Type extends EventType> = Type extends `${infer Noun extends keyof ObjectsByNoun}.${string}`
  ? ObjectsByNoun[Noun]
  : never

/** Where to begin, and how to go on. */
export interface FollowOptions {
  /** Id of the last event already dealt with; absent: from the very first. */
  readonly after?: string | undefined
  /** Only events of these types. */
  readonly type?: QueryOf<'findEvents'>['type']
  /** Ends the iteration, without an error. */
  readonly signal?: AbortSignal
  /** How long to wait when there is nothing new; default 2. */
  readonly pollSeconds?: number
  /** Hears of every failed look; the iteration goes on by itself. */
  readonly onTrouble?: (error: BillingError) => void
}

/**
 * Every event in the order in which the changes were made, for as long as one listens. Keep the id of each event once it
 * has been dealt with, and begin after it the next time: then none is missed, and at most the last one is seen twice.
 * Outlives the service's absence; throws only what would not pass, such as a revoked key, or
 * `cursor_expired` where events after the last one are not kept any more.
 */
export async function* followEvents(
  findEvents: Method<'findEvents'>,
  { after, type, signal, pollSeconds = 2, onTrouble }: FollowOptions,
): AsyncGenerator<BillingEvent, void, undefined> {
  let last = after
  try {
    for (;;) {
      const page = await findEvents({ after: last, type }, { ...(signal && { signal }) }).catch((error: unknown) => {
        if (!(error instanceof BillingError && isPassing(error))) throw error
        onTrouble?.(error)
        return nothingNew
      })
      for (const event of page.data) {
        if (signal?.aborted) return
        // The contract types an event's object as any JSON; what each type carries is promised beside it.
        yield event as unknown as BillingEvent
        last = event.id
      }
      if (!page.meta.has_more) await wait(pollSeconds, signal)
    }
  } catch (error) {
    if (!signal?.aborted) throw error
  }
}

const nothingNew = { data: [], meta: { has_more: false } }
