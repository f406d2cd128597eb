import { isAuthorizedOrCaptured } from '@billing-checkout/domain'
import type { BookedPayment, Books } from './books.ts'
import { oneOffPrice } from './shop.ts'

/** Violations of customers' credit, a sentence each: no credit may be created, lost or spent twice. */
export const violationsOfCredit = (books: Books): readonly string[] => [
  ...books.credits
    .filter(
      ({ amount, left, takenBack, uses }) =>
        left + takenBack + sumOf(uses.filter(isTaken).map((use) => use.amount)) !== amount,
    )
    .map(({ id, amount, left }) => `Of credit ${id} of ${amount}, ${left} is left, and its uses do not say why.`),
  ...books.credits
    // Credit that moved from a subscription has no reason.
    .filter(({ reason }, place, all) => reason !== null && all.findIndex((other) => other.reason === reason) !== place)
    .map(({ reason }) => `The request ${reason} granted credit twice.`),
  ...books.payments.flatMap((payment) => violationsOfSpending(books, payment)),
]

const violationsOfSpending = (books: Books, payment: BookedPayment): readonly string[] => {
  const { id, status, credit } = payment
  const uses = books.credits.flatMap((each) => each.uses).filter(({ spender }) => spender === id)
  const taken = sumOf(uses.filter(isTaken).map(({ worth }) => worth))
  const isOwedBack = books.obligations.some((it) => it.payment === id)
  const mayReturn = status === 'FAILED' || isOwedBack
  const isBought = status === 'PENDING' || isAuthorizedOrCaptured(status)
  const violations: string[] = []
  if (sumOf(uses.map(({ worth }) => worth)) !== credit && status !== 'BLOCKED')
    violations.push(`Payment ${id} says ${credit} of credit, and took another sum.`)
  if (isBought && taken !== credit && !(mayReturn && taken === 0))
    violations.push(`Payment ${id} is ${status} with ${credit} of credit, of which it has ${taken}.`)
  if (!isBought && taken !== 0 && !(mayReturn && payment.subscription !== null))
    violations.push(`Payment ${id} is ${status}, and still has ${taken} of credit.`)
  return violations
}

/** One-off payments whose charge and spent credit do not add up to the price, a sentence each. */
export const violationsOfPrices = ({ payments }: Pick<Books, 'payments'>): readonly string[] =>
  payments
    .filter((payment) => payment.purpose === 'pay' && netOf(payment) + payment.credit !== oneOffPrice)
    .map((payment) => `Payment ${payment.id} charges ${netOf(payment)} and spends ${payment.credit} of credit.`)

/** The amount of a payment, without tax that is added to prices. */
export const netOf = ({ amount, tax }: BookedPayment): number =>
  tax?.behavior === 'exclusive' ? tax.amount_subtotal : amount

const isTaken = ({ isReturned }: { readonly isReturned: boolean }): boolean => !isReturned

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)
