import { BillingError } from '../billing-error.ts'
import type { Event, EventObjects, EventType, Methods } from '../interface.ts'
import type { QueryOf } from '../operation-types.ts'
import { isTransient } from '../request/retry-delay.ts'
import { wait } from '../request/wait.ts'

/** An event; its `type` decides the type of its object. */
export type BillingEvent = { [Type in EventType]: EventOf<Type> }[EventType]

interface EventOf<Type extends EventType> extends Omit<Event, 'type' | 'data'> {
  readonly type: Type
  readonly data: { readonly object: EventObjects[Type] }
}

/** Which events to iterate over, and how to wait for new events. */
export interface FollowOptions {
  /** The id of the last event that you have processed; absent or null: begin with the oldest event that the server keeps. */
  readonly after?: string | null | undefined
  /** Only events of this type. A list of types is deprecated here; use `type_in`. */
  readonly type?: QueryOf<'findEvents'>['type']
  /** Only events of one of these types. */
  readonly type_in?: QueryOf<'findEvents'>['type_in']
  /** Ends the iteration without an error. */
  readonly signal?: AbortSignal
  /** Seconds to wait if there is no new event; default 2. */
  readonly pollSeconds?: number
  /** Called with the error of a failed request that is sent again; the iteration continues by itself. */
  readonly onTrouble?: (error: BillingError) => void
}

/**
 * Iterates over all events in the order of their changes, and waits for new ones. Store the id of each event once you have processed it,
 * and pass the last id as `after` the next time. You miss no event, and see at most the last event twice. The iteration survives outages of
 * the service. It throws only lasting errors, such as a revoked key, or `cursor_expired` if the server no longer keeps the events after the
 * last one.
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
          if (!(error instanceof BillingError && isTransient(error))) throw error
          onTrouble?.(error)
          return nothingNew
        },
      )
      for (const event of page.data) {
        if (signal?.aborted) return
        // The contract types an event's object as any JSON; `BillingEvent` knows the object of each type.
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
