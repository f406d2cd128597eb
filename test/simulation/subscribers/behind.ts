import { share } from './naive-shares.ts'
import type { Behind, ExpectedSubscription } from './expected-subscription.ts'

/** Whose money goes as credit from a period into the next: that of its payment, and that behind what was credit before. */
export const carriedBehind = (it: ExpectedSubscription, credit: number): readonly Behind[] => {
  const { spent, kept, all } = creditOf(it)
  const unusedOfCost = Math.max(0, credit - Math.max(0, it.balance))
  const former = kept + share(spent, unusedOfCost, it.cost)
  const own = share(Math.max(0, it.cost - spent), unusedOfCost, it.cost)
  const carried = it.behind.map(({ id, amount }) => ({ id, amount: share(amount, former, all) }))
  return [...carried, ...(it.paidBy === null ? [] : [{ id: it.paidBy, amount: own }])].filter(
    ({ amount }) => amount > 0,
  )
}

/** Some of what was kept of a payment goes back; the credit it has become goes with it, in the same share. */
export const withoutCredit = (
  it: ExpectedSubscription,
  id: string,
  { back, kept }: { back: number; kept: number },
): ExpectedSubscription => {
  const credit = it.behind.find((payment) => payment.id === id)?.amount ?? 0
  const lost = share(credit, back, kept)
  const ofBalance = share(lost, creditOf(it).kept, creditOf(it).all)
  return {
    ...it,
    cost: Math.max(0, it.cost - (lost - ofBalance)),
    balance: it.balance - ofBalance,
    isCut: it.isCut || lost > ofBalance,
    behind: it.behind
      .map((payment) => (payment.id === id ? { id, amount: credit - lost } : payment))
      .filter(({ amount }) => amount > 0),
  }
}

/** The credit somebody's money is behind: what was spent on the running period, and what is kept for later. */
const creditOf = ({ behind, balance }: ExpectedSubscription) => {
  const all = behind.reduce((sum, { amount }) => sum + amount, 0)
  const kept = Math.min(all, Math.max(0, balance))
  return { all, kept, spent: all - kept }
}
