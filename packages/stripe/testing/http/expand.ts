import type { Books } from '../books.ts'
import { withCurrentStatus } from '../objects/balance.ts'
import { invalidRequestError } from './refusal.ts'

type Members = { [name: string]: unknown }

/** A copy of an answer in which the `expand` paths are objects instead of ids; `data.` reaches into each entry of a list. */
export const expandAnswer = (books: Books, answer: object, paths: readonly string[]): object => {
  const copy = structuredClone(answer) as Members
  for (const path of paths) {
    const parts = path.split('.')
    if (parts.length > 4) throw invalidRequestError('You cannot expand more than 4 levels.', { param: 'expand' })
    expandPath(books, copy, parts)
  }
  return copy
}

const expandPath = (books: Books, object: Members, [part = '', ...rest]: readonly string[]): void => {
  const value = object[part]
  if (Array.isArray(value)) {
    for (const each of value as Members[]) expandPath(books, each, rest)
    return
  }
  if (value === undefined) throw invalidRequestError(`This property cannot be expanded (${part}).`, { param: 'expand' })
  if (value === null) return
  const found = typeof value === 'string' ? findObject(books, value) : (value as Members)
  if (found === undefined) return
  Object.assign(object, { [part]: found })
  if (rest.length > 0) expandPath(books, found, rest)
}

const findObject = (books: Books, id: string): Members | undefined => {
  const transaction = books.balanceTransactions.get(id)
  const found =
    (transaction && withCurrentStatus(books, transaction)) ??
    books.customers.get(id) ??
    books.methods.get(id)?.shown ??
    books.paymentIntents.get(id) ??
    books.setupIntents.get(id) ??
    books.setupAttempts.get(id) ??
    books.charges.get(id) ??
    books.refunds.get(id) ??
    books.disputes.get(id) ??
    books.payouts.get(id)
  return found === undefined ? undefined : (structuredClone(found) as unknown as Members)
}
