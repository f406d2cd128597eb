import type { Books } from './books.ts'

/** No work is deferred. A processor that could not be reached for one transaction alone is asked about it again. */
export const violationsOfDeferred = ({ deferred }: Pick<Books, 'deferred'>): readonly string[] =>
  deferred
    .filter(({ kind, reason }) => !isOutage(reason) && !(kind === 'settlement' && isSilence(reason)))
    .map(({ kind, id, reason }) => `The ${kind} of ${id} was deferred: ${reason}`)

/** What a processor says, or the network, where it says nothing about the transaction that it was asked about. */
const isOutage = (reason: string): boolean =>
  /Error: 503|Too many requests|Invalid API Key|required permissions|unknown error occurred|connection to Stripe/.test(
    reason,
  )

/** An answer about captured money was lost a month after it was paid, as when the clock was moved so far: it is asked again. */
const isSilence = (reason: string): boolean => reason.startsWith('Nobody answers whether the money has arrived')
