import type { CaptureRequest, FinalOutcome, FoundRefund, ListedTransaction } from '@billing-checkout/server/processor'

/** The kind of request made under a reference. */
export type Kind = ListedTransaction['kind'] | 'void'

/** The parts of a request that are stored. */
export type Request = { readonly reference: string } & Partial<CaptureRequest>

/** What was requested under a reference, its outcome, and the time of the request. */
export interface Entry {
  readonly kind: Kind
  readonly asked: Request
  readonly outcome: FinalOutcome
  readonly at: string
}

/** The prefix of references that are not the server's: refunds that the merchant makes at the processor itself. */
export const elsewhere = 'elsewhere_'

/** The refunds that the merchant has made at the processor itself since a moment. */
export const foundRefunds = (entries: ReadonlyMap<string, Entry>, since: string): readonly FoundRefund[] =>
  [...entries.values()].flatMap(({ kind, asked, outcome, at }) => {
    const isFound =
      asked.reference.startsWith(elsewhere) && kind === 'refund' && outcome.kind === 'approved' && at >= since
    if (!isFound) return []
    const { transactionId: of = '', amount = 0, currency = 'EUR' } = asked
    return [
      { transactionId: outcome.facts.transactionId, of, amount, currency, isPending: outcome.pending === true, at },
    ]
  })

/** The entry as an item in a list of the server's money movements since a moment; an empty list if the entry is not one of these. */
export const listed = ({ kind, asked, outcome, at }: Entry, since: string): ListedTransaction[] => {
  const { reference, amount = 0, currency, transactionId: of = null } = asked
  if (reference.startsWith(elsewhere) || kind === 'void' || outcome.kind !== 'approved' || amount === 0 || at < since)
    return []
  return [{ reference, transactionId: outcome.facts.transactionId, kind, amount, currency: currency!, at, of }]
}
