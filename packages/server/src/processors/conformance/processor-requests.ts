import type { AuthorizeRequest, CaptureRequest, RefundRequest, ProcessorOutcome } from '../processor.ts'

/** A reference that no request has used. */
export const aReference = (): string => `ref_${crypto.randomUUID()}`

/** A typed card. */
export const typedCard = (number: string): AuthorizeRequest['method'] => ({
  kind: 'typed_card',
  card: { number, expMonth: 12, expYear: 2030, cvc: '123', name: null },
})

/** A stored method. */
export const storedMethod = (token: string): AuthorizeRequest['method'] => ({
  kind: 'stored',
  token,
  expMonth: 12,
  expYear: 2030,
})

/** A charge of 9.99 euros. */
export const aCharge = (number: string): AuthorizeRequest => ({
  reference: aReference(),
  amount: 999,
  currency: 'EUR',
  initiator: 'CIT',
  method: typedCard(number),
  customer: { id: 'cus_of_the_suite', email: 'suite@example.com', name: null },
  authentication: 'none',
  returnUrl: null,
  earlier: null,
  store: false,
  statementDescriptor: null,
  billingAddress: null,
  at: '2026-11-21T10:00:00.000Z',
})

/** The capture of a whole charge. */
export const aCapture = ({ amount, currency, at }: AuthorizeRequest, transactionId: string): CaptureRequest => ({
  reference: aReference(),
  transactionId,
  amount,
  currency,
  at,
})

/** A refund of one euro. */
export const aRefund = (transactionId: string): RefundRequest => ({
  reference: aReference(),
  transactionId,
  amount: 100,
  currency: 'EUR',
  at: '2026-11-22T10:00:00.000Z',
})

/** Reads all pages of a list. `read` gets no token for the first page, and for each later page the `next` of the page before it. */
export const readAllPages = async <Page extends { readonly next: string | null }>(
  read: (page: string | undefined) => Promise<Page>,
): Promise<readonly Page[]> => {
  const pages = [await read(undefined)]
  for (let next = pages[0]?.next; next != null; next = pages.at(-1)?.next) pages.push(await read(next))
  return pages
}

/** The processor's id of an outcome's transaction; throws if the outcome has none. */
export const transactionOf = (outcome: ProcessorOutcome): string => {
  if (!('facts' in outcome)) throw new Error(`There is no transaction: ${JSON.stringify(outcome)}`)
  return outcome.facts.transactionId
}

/** The token of the card that an approved charge stored; throws if the charge stored none. */
export const tokenOf = (outcome: ProcessorOutcome): string => {
  if (outcome.kind !== 'approved' || outcome.storedToken === null) throw new Error('The card was not stored.')
  return outcome.storedToken
}
