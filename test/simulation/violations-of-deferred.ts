import type { Books } from './books.ts'

/** No work is deferred. The worker repeats a look-up if the processor could not be reached for one transaction alone. */
export const violationsOfDeferred = ({ deferred }: Pick<Books, 'deferred'>): readonly string[] =>
  deferred
    .filter(({ kind, reason }) => !isOutage(reason) && !(kind === 'settlement' && isSilence(reason)))
    .map(({ kind, id, reason }) => `The ${kind} of ${id} was deferred: ${reason}`)

/** What a processor or the network answers if it says nothing about the transaction of a look-up. */
const isOutage = (reason: string): boolean =>
  /Error: 503|Too many requests|Invalid API Key|required permissions|unknown error occurred|connection to Stripe/.test(
    reason,
  )

/** An answer about captured money was lost a month after it was paid, as when the clock was moved so far: the worker repeats the look-up. */
const isSilence = (reason: string): boolean => reason.startsWith('Nobody answers whether the money has arrived')
