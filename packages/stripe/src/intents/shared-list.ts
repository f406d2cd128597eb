import type { Stripe } from 'stripe'
import { referenceEntry } from './requests.ts'

/** A span of time, in seconds. */
interface Span {
  readonly gte: number
  readonly lte?: number
}

/** Objects of a list by the reference that each names, for several who look at once. */
export interface SharedList<Object> {
  /** The newest object of a span that names the reference; undefined if there certainly is none. */
  find(span: Span, reference: string): Promise<Object | undefined>
}

interface Wanted<Object> {
  readonly span: Span
  readonly reference: string
  readonly resolve: (found: Object | undefined) => void
  readonly reject: (error: unknown) => void
}

/**
 * A list that is read once for all who look for a reference in it: those who come while it is read wait for the next reading, because what
 * they look for may have been made since.
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
        // Callers of the same turn share the first reading.
        if (!isReading) void Promise.resolve().then(() => (isReading ? undefined : readAll()))
      }),
  }
}

/** Reads the pages of the span that holds all spans until every reference is found. */
const readFor = async <Object extends { readonly metadata: Stripe.Metadata | null }>(
  list: (created: Span) => AsyncIterable<Object>,
  wanted: readonly Wanted<Object>[],
): Promise<void> => {
  const left = new Map(Map.groupBy(wanted, ({ reference }) => reference))
  const gte = Math.min(...wanted.map(({ span }) => span.gte))
  const ends = wanted.map(({ span }) => span.lte ?? Infinity)
  const lte = Math.max(...ends)
  for await (const object of list({ gte, ...(lte < Infinity && { lte }) })) {
    const reference = object.metadata?.[referenceEntry] ?? ''
    left.get(reference)?.forEach(({ resolve }) => resolve(object))
    left.delete(reference)
    if (left.size === 0) return
  }
  for (const each of left.values()) each.forEach(({ resolve }) => resolve(undefined))
}
