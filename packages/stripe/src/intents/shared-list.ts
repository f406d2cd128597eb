import type { Stripe } from 'stripe'
import { referenceMetadataKey } from './requests.ts'

/** A span of time, in seconds since 1970. */
export interface Span {
  readonly gte: number
  readonly lte?: number
}

/** Finds objects in a list by reference. Simultaneous callers share one reading of the list. */
export interface SharedList<Object> {
  /** The newest object in a span that names the reference; undefined if there certainly is none. */
  find(span: Span, reference: string): Promise<Object | undefined>
}

interface Wanted<Object> {
  readonly span: Span
  readonly reference: string
  readonly resolve: (found: Object | undefined) => void
  readonly reject: (error: unknown) => void
}

/**
 * A list that is read once for all waiting callers. A call that arrives during a reading waits for the next reading, because the wanted
 * object may have been created after this reading began.
 */
export const sharedList = <Object extends { readonly metadata: Stripe.Metadata | null }>(
  list: (created: Span) => AsyncIterable<Object>,
): SharedList<Object> => {
  let waiting: Wanted<Object>[] = []
  let isReading = false
  const readAll = async (): Promise<void> => {
    isReading = true
    while (waiting.length > 0) {
      const wanted = waiting
      waiting = []
      await readFor(list, wanted).catch((error: unknown) => wanted.forEach(({ reject }) => reject(error)))
    }
    isReading = false
  }
  return {
    find: (span, reference) =>
      new Promise((resolve, reject) => {
        waiting.push({ span, reference, resolve, reject })
        // Callers in the same turn of the event loop share the first reading.
        if (!isReading) void Promise.resolve().then(() => (isReading ? undefined : readAll()))
      }),
  }
}

/** Reads one span that covers all wanted spans, page by page, until every reference is found. */
const readFor = async <Object extends { readonly metadata: Stripe.Metadata | null }>(
  list: (created: Span) => AsyncIterable<Object>,
  wanted: readonly Wanted<Object>[],
): Promise<void> => {
  const left = new Map(Map.groupBy(wanted, ({ reference }) => reference))
  const gte = Math.min(...wanted.map(({ span }) => span.gte))
  const ends = wanted.map(({ span }) => span.lte ?? Infinity)
  const lte = Math.max(...ends)
  for await (const object of list({ gte, ...(lte < Infinity && { lte }) })) {
    const reference = object.metadata?.[referenceMetadataKey] ?? ''
    left.get(reference)?.forEach(({ resolve }) => resolve(object))
    left.delete(reference)
    if (left.size === 0) return
  }
  for (const each of left.values()) each.forEach(({ resolve }) => resolve(undefined))
}
