import type { Books } from './books.ts'

/**
 * No work may be deferred unless the processor could not answer (outage, rate limit, refused key), or a settlement got no answer for a
 * month. In both cases, the worker tries again.
 */
export const violationsOfDeferredWork = ({ deferred }: Pick<Books, 'deferred'>): readonly string[] =>
  deferred
    .filter(({ kind, reason }) => !isOutage(reason) && !(kind === 'settlement' && isSilence(reason)))
    .map(({ kind, id, reason }) => `The ${kind} of ${id} was deferred: ${reason}`)

/** Whether the answer of a processor or the network says nothing about the queried transaction. */
const isOutage = (reason: string): boolean =>
  /Error: 503|Too many requests|Invalid API Key|required permissions|unknown error occurred|connection to Stripe/.test(
    reason,
  )

/**
 * Whether a settlement was deferred because the processor did not report it within a month: the clock was moved that far. The worker
 * repeats the look-up.
 */
const isSilence = (reason: string): boolean =>
  reason.startsWith('The processor has not reported whether the money has arrived')
