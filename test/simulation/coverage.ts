import { isAuthorizedOrCaptured } from '@billing-checkout/domain'
import type { BookedAttempt, Books } from './books.ts'
import type { World } from './world.ts'

/** What happened in a world, and how often. */
export type Coverage = ReadonlyMap<string, number>

/** Counts what happened in a world, from its books and from what was recorded while it was played. */
export const countCoverage = (books: Books, { notes, calls }: World): Coverage => {
  const reached = new Map(notes)
  const count = (what: string, times: number) => {
    if (times > 0) reached.set(what, (reached.get(what) ?? 0) + times)
  }
  for (const { status, method, tax, threeDSecure, purpose, quantity, isDiscounted } of books.payments) {
    count(`a payment is ${status}`, 1)
    if (isAuthorizedOrCaptured(status) && method !== null) count(`paid by ${method}`, 1)
    if (isAuthorizedOrCaptured(status) && tax?.amount_tax) count(`paid with ${tax.behavior} tax`, 1)
    if (threeDSecure !== null) count(`an authentication ${threeDSecure.status}`, 1)
    if (isAuthorizedOrCaptured(status) && purpose === 'renew') count('a renewal was paid', 1)
    if (isAuthorizedOrCaptured(status) && quantity > 1) count('several units were paid', 1)
    if (isAuthorizedOrCaptured(status) && isDiscounted) count('a discounted price was paid', 1)
  }
  for (const { status, tax } of books.refunds) count(`a refund ${status}${tax > 0 ? ', with tax' : ''}`, 1)
  for (const attempt of books.attempts) count(nameOf(attempt), 1)
  const amounts = new Map(books.payments.map(({ id, amount }) => [id, amount]))
  for (const { kind, payment, ledger } of books.attempts) {
    if (kind !== 'authorize' && kind !== 'verify') continue
    if (ledger?.outcome === 'approved' && ledger.amount !== amounts.get(payment)) {
      count(`${kind}: the reference was taken`, 1)
    }
  }
  for (const { kind, state } of books.obligations) count(`a ${kind} that is owed: ${state}`, 1)
  const uses = books.credits.flatMap((credit) => credit.uses)
  count('credit was spent', uses.filter(({ isReturned }) => !isReturned).length)
  count('credit went back', uses.filter(({ isReturned }) => isReturned).length)
  count('an attempt changed hands', books.attempts.filter(({ fence }) => fence > 1).length)
  count('a charge was handed on', books.attempts.filter(({ isHandedOn }) => isHandedOn).length)
  count('a call was made again', calls.length - new Set(calls.map(({ reference }) => reference)).size)
  count('all tax went back', [...lastTaxStatuses(books).values()].filter((status) => status === 'reversed').length)
  count('a refund was taken back', books.attempts.filter(({ ledger }) => ledger?.isTakenBack).length)
  count('several refunds of a payment', severalRefunds(books))
  return reached
}

/** Adds one world's counts to the sum. */
export const addCoverage = (sum: Map<string, number>, reached: Coverage): void => {
  for (const [what, times] of reached) sum.set(what, (sum.get(what) ?? 0) + times)
}

const nameOf = ({ kind, ledger }: BookedAttempt): string =>
  ledger === null ? `${kind}: never seen` : `${kind}: ${ledger.kind === 'closed' ? 'closed' : ledger.outcome}`

const lastTaxStatuses = ({ events }: Books) => new Map(events.map(({ payment, taxStatus }) => [payment, taxStatus]))

const severalRefunds = ({ refunds }: Books): number =>
  [...Map.groupBy(refunds, ({ payment }) => payment).values()].filter(({ length }) => length > 1).length
