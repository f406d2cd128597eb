import type { WrittenSubscription } from './history.ts'
import type { ExpectedSubscription } from './expected-subscription.ts'

/** Differences between a written and an expected subscription, a sentence each. */
export const differences = (it: ExpectedSubscription | undefined, row: WrittenSubscription): string[] => {
  if (it === undefined) return [`Subscription ${row.id} came from nowhere.`]
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['status', it.status, row.status],
    ['plan', it.plan.id, row.plan],
    ['price', it.plan.price, row.price],
    ['quantity', it.plan.quantity, row.quantity],
    ['discount', inWords(it.discount), inWords(row.discount)],
    ['scheduled plan', it.scheduled?.id ?? null, row.scheduled],
    ['scheduled price', it.scheduled?.price ?? null, row.scheduledPrice],
    ['scheduled quantity', it.scheduled?.quantity ?? null, row.scheduledQuantity],
    ['anchor', isoTextOf(it.anchor), written(row.anchor)],
    ['start', isoTextOf(it.start), written(row.start)],
    ['end', isoTextOf(it.end), written(row.end)],
    ['next charge', isoTextOf(it.next), written(row.next)],
    ['end of trial', isoTextOf(it.trialEnd), written(row.trialEnd)],
    ['cost', it.cost, row.cost],
    ['balance', it.balance, row.balance],
    ['paid part of the cost', it.paid, row.paid],
    ['credit', entriesOf(it.entries), entriesOf(writtenEntries(row))],
    ['declines', it.declines, row.declines],
    ['paying payment', it.paidBy, row.paidBy],
    ['method', it.method, row.method],
    ['trouble', null, row.deferredReason],
  ]
  return pairs
    .filter(([, expected, found]) => expected !== found)
    .map(([name, expected, found]) => `The ${name} of ${row.id} is ${String(found)}; it should be ${String(expected)}.`)
}

const writtenEntries = ({ entries }: WrittenSubscription) =>
  (entries ?? []).map(({ source, minor }) => ({ id: source.id, minor }))

const entriesOf = (entries: readonly { readonly id: string; readonly minor: number }[]): string =>
  entries.map(({ id, minor }) => `${minor} of ${id}`).join(', ')

const inWords = (discount: WrittenSubscription['discount']): string =>
  discount === null ? 'none' : `${discount.id} for ${discount.left ?? 'all'} periods`

const written = (at: string | null): string => isoTextOf(at === null ? null : Date.parse(at))
/** A time as text for a sentence. */
export const isoTextOf = (at: number | null): string => (at === null ? 'never' : new Date(at).toISOString())
