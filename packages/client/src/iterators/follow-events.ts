import { BillingError } from '../billing-error.ts'
import type { Event, EventObjects, EventType, Methods } from '../interface.ts'
import type { QueryOf } from '../operation-types.ts'
import { isPassing } from '../request/retry-delay.ts'
import { wait } from '../request/wait.ts'

/** An event whose `type` says what its object is. */
export type BillingEvent = { [Type in EventType]: EventOf<Type> }[EventType]

interface EventOf<Type extends EventType> extends Omit<Event, 'type' | 'data'> {
  readonly type: Type
  readonly data: { readonly object: EventObjects[Type] }
}

/** Where to begin, and how to go on. */
export interface FollowOptions {
  /** Id of the last event already dealt with; absent or null: from the first event that the server keeps. */
  readonly after?: string | null | undefined
  /** Only events of this type. A list of types is deprecated here; `type_in` takes it. */
  readonly type?: QueryOf<'findEvents'>['type']
  /** Only events of one of these types. */
  readonly type_in?: QueryOf<'findEvents'>['type_in']
  /** Ends the iteration, without an error. */
  readonly signal?: AbortSignal
  /** How long to wait when there is nothing new; default 2. */
  readonly pollSeconds?: number
  /** Called with every failed request; the iteration continues by itself. */
  readonly onTrouble?: (error: BillingError) => void
}

/**
 * Every event in the order in which the changes were made, for as long as one listens. Keep the id of each event once it
 * has been dealt with, and begin after it the next time: then none is missed, and at most the last one is seen twice.
 * Outlives the service's absence; throws only what would not pass, such as a revoked key, or
 * `cursor_expired` where events after the last one are not kept any more.
 */
export async function* followEvents(
  findEvents: Methods['findEvents'],
  { after, type, type_in: typeIn, signal, pollSeconds = 2, onTrouble }: FollowOptions,
): AsyncGenerator<BillingEvent, void, undefined> {
  let last = after ?? undefined
  try {
    for (;;) {
      const page = await findEvents({ after: last, type, type_in: typeIn }, { ...(signal && { signal }) }).catch(
        (error: unknown) => {
          if (!(error instanceof BillingError && isPassing(error))) throw error
          onTrouble?.(error)
          return nothingNew
        },
      )
      for (const event of page.data) {
        if (signal?.aborted) return
        // The contract types an event's object as any JSON; `BillingEvent` has the object of each type.
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
