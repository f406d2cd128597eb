import { isAuthorizedOrCaptured } from '@billing-checkout/domain'
import type { FakeStripe } from '@billing-checkout/stripe/testing'
import type { Books } from '../books.ts'
import { errorOf, intentsOf, referenceOf } from './fake-ledger.ts'

/** Violations at Stripe at this time, a sentence each. */
export const violationsOfStripe = (fake: FakeStripe): readonly string[] => [
  ...Map.groupBy(
    intentsOf(fake).filter((intent) => referenceOf(intent) !== undefined),
    referenceOf,
  )
    .entries()
    .filter(([, intents]) => intents.length > 1)
    .map(([reference, intents]) => `Reference ${reference} made ${intents.length} intents.`),
  ...(fake.count('GET /v1/payment_intents/search') > 0 ? ['The Search interface was asked.'] : []),
]

/** Violations at Stripe that are left once every call has its outcome. */
export const violationsOfFinishedStripe = (fake: FakeStripe, books: Books): readonly string[] => {
  const known = new Set(books.attempts.map(({ reference }) => reference))
  return [
    ...intentsOf(fake)
      .filter(({ status }) => status !== 'succeeded' && status !== 'canceled')
      .map((intent) => {
        const { id, status } = intent
        const declined = errorOf(intent) === null ? '' : ', though it was declined'
        return `Intent ${id} of ${referenceOf(intent)} is ${status}${declined}: it can still be confirmed.`
      }),
    ...[...fake.books.charges.values()]
      .filter(({ paid, metadata }) => paid && !known.has(metadata['bc_reference'] ?? ''))
      .map(({ id }) => `Charge ${id} belongs to no attempt.`),
    ...violationsOfSums(fake, books),
  ]
}

/** What Stripe collected and did not give back must be what our books show as paid and not refunded. */
const violationsOfSums = ({ books: { charges, refunds } }: FakeStripe, books: Books): readonly string[] => {
  const taken = total([...charges.values()].filter(({ paid }) => paid).map(({ amount_captured }) => amount_captured))
  const givenBack = total(
    [...refunds.values()]
      .filter(({ status }) => status !== 'failed' && status !== 'canceled')
      .map(({ amount }) => amount),
  )
  const booked = total(
    books.payments
      .filter(({ status }) => isAuthorizedOrCaptured(status))
      .map((it) => Math.min(it.collected ?? it.amount, it.amount)),
  )
  const refunded = total(books.refunds.filter(({ status }) => status !== 'failed').map(({ amount }) => amount))
  return taken - givenBack === booked - refunded
    ? []
    : [`Stripe took ${taken} and gave ${givenBack} back; our books say ${booked} and ${refunded}.`]
}

const total = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)
