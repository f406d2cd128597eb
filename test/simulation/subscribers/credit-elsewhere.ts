import { deductCredit } from './credit.ts'
import { storeCreditUse } from './customer-credit.ts'
import type { ExpectedSubscription } from './expected-subscription.ts'
import type { KnownCredit, TakenElsewhere } from './known-credit.ts'
import { type Ledger, storeSubscription, recordCoverage } from './ledger.ts'

/**
 * The places outside a payment's own subscription that have credit from the payment, with the amounts, in the order in which a refund takes
 * the credit back: the customer, payments that hold it, other subscriptions.
 */
export const creditElsewhere = (ledger: Ledger, payment: string, own: string): readonly TakenElsewhere[] => {
  const credits = [...ledger.credits.values()].filter(({ source }) => source === payment)
  if (credits.length === 0) return []
  const { customer } = credits[0]!
  return [
    ...credits.map(({ id, left }) => ({ kind: 'customer', credit: id, minor: left }) as const),
    ...heldOf(ledger, credits),
    ...[...ledger.all.values()]
      .filter((it) => it.customer === customer && it.id !== own)
      .toSorted((one, other) => (one.id < other.id ? -1 : 1))
      .map((it) => ({ kind: 'subscription', id: it.id, minor: entryOf(it, payment) }) as const),
  ].filter(({ minor }) => minor > 0)
}

const heldOf = ({ uses }: Ledger, credits: readonly KnownCredit[]): readonly TakenElsewhere[] => {
  const ids = new Set(credits.map(({ id }) => id))
  return [...uses.entries()]
    .filter(([, { credit, state }]) => state === 'held' && ids.has(credit))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { credit, spender, amount, takenBack }]) => ({
      kind: 'payment',
      credit,
      spender,
      minor: amount - takenBack,
    }))
}

/** How much of a subscription's credit comes from a payment. */
export const entryOf = ({ entries }: Pick<ExpectedSubscription, 'entries'>, payment: string): number =>
  entries.find(({ id }) => id === payment)?.minor ?? 0

/** Takes an amount of a payment's credit from these places, in order. Returns the amount taken from each place. */
export const takeBackMovedCredit = (
  ledger: Ledger,
  payment: string,
  places: readonly TakenElsewhere[],
  amount: number,
): readonly TakenElsewhere[] => {
  let missing = amount
  return places.flatMap((place) => {
    const minor = Math.min(place.minor, missing)
    if (minor === 0) return []
    missing -= minor
    takeFrom(ledger, payment, { ...place, minor })
    return [{ ...place, minor }]
  })
}

const takeFrom = (ledger: Ledger, payment: string, part: TakenElsewhere): void => {
  switch (part.kind) {
    case 'customer':
      recordCoverage(ledger, 'moved credit was taken back')
      return moveTakenBack(ledger, part.credit, part.minor)
    case 'payment':
      recordCoverage(ledger, 'credit that a payment held was taken back')
      return addTakenBack(ledger, part, part.minor)
    case 'subscription':
      recordCoverage(ledger, 'credit that another subscription received was taken back')
      return storeSubscription(ledger, deductCredit(ledger.all.get(part.id)!, payment, part.minor))
  }
}

const moveTakenBack = ({ credits }: Ledger, id: string, minor: number): void => {
  const credit = credits.get(id)!
  credits.set(id, { ...credit, left: credit.left - minor, takenBack: credit.takenBack + minor })
}

const addTakenBack = (
  ledger: Ledger,
  { credit, spender }: Extract<TakenElsewhere, { kind: 'payment' }>,
  minor: number,
): void => {
  const use = ledger.uses.get(`${spender} ${credit}`)!
  storeCreditUse(ledger, { ...use, takenBack: use.takenBack + minor })
}

/**
 * Returns credit to each place from which it was taken. Credit that a payment held returns to that payment; if the payment has failed, to
 * the customer; if it was paid, to the payment's subscription.
 */
export const putBackElsewhere = (ledger: Ledger, payment: string, parts: readonly TakenElsewhere[]): void => {
  for (const part of parts) {
    recordCoverage(ledger, 'moved credit came back')
    putBackPart(ledger, payment, part)
  }
}

const putBackPart = (ledger: Ledger, payment: string, part: TakenElsewhere): void => {
  if (part.kind === 'customer') return moveTakenBack(ledger, part.credit, -part.minor)
  if (part.kind === 'subscription')
    return storeSubscription(ledger, deductCredit(ledger.all.get(part.id)!, payment, -part.minor))
  const { state } = ledger.uses.get(`${part.spender} ${part.credit}`)!
  if (state === 'returned') return moveTakenBack(ledger, part.credit, -part.minor)
  addTakenBack(ledger, part, -part.minor)
  if (state === 'held') return
  const { subscription } = ledger.payments.get(part.spender)!
  storeSubscription(ledger, deductCredit(ledger.all.get(subscription!)!, payment, -part.minor))
}
