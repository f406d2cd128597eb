/** What the sandbox charges in steps, and from which amount on, in minor units. */
const stepped = { currency: 'LYD', step: 10, minimum: 1000 } as const

/** The step of amounts in a currency. */
export const stepIn = (currency: string): number => (currency === stepped.currency ? stepped.step : 1)

/** The next amount that can be given back. */
export const onStep = (amount: number, currency: string): number =>
  Math.ceil(amount / stepIn(currency)) * stepIn(currency)

/** Less than that cannot be charged by itself. */
export const smallestIn = (currency: string): number => (currency === stepped.currency ? stepped.minimum : 0)

/**
 * What a subscriber comes back with. What was left of charges, because it could not be charged, is not owed any more once the subscription has
 * ended.
 */
export const onReturn = ({
  status,
  balance,
  leftover,
}: {
  readonly status: string
  readonly balance: number
  readonly leftover: number
}): number => (status === 'cancelled' && balance < 0 ? Math.min(0, balance + leftover) : balance)

/** What a cycle costs. */
export interface Start {
  /** The price less the credit that is spent on it, or with the surcharge. */
  readonly net: number
  /** The same before the customer's own credit is spent. */
  readonly whole: number
  /** What is spent of that. */
  readonly spent: number
  /** The part of it that is charged. */
  readonly due: number
  /** What is left of the credit; below zero it is owed with the next charge. */
  readonly balance: number
}

/** A price, its currency, and the smallest sum that is left to pay after credit of the customer, unless nothing is. */
interface Priced {
  readonly price: number
  readonly currency: string
  readonly smallest: number
}

/** How much of a customer's credit is spent on a sum: all that it takes, or less if the rest could not be charged then. */
const spendable = (sum: number, credit: number, { currency, smallest }: Omit<Priced, 'price'>): number => {
  const most = Math.min(sum, credit)
  const rest = sum - most
  if (rest === 0 || (rest >= smallest && rest % stepIn(currency) === 0)) return most
  return Math.max(sum - onStep(Math.max(rest, smallest), currency), 0)
}

/** What a new cycle costs whose first period is paid with credit as far as it goes. A small sum is charged, or left for the next charge. */
export const startWith = (
  { price, currency, smallest }: Priced,
  credit: number,
  small: 'charged' | 'left',
  creditOfCustomer = 0,
): Start => {
  const used = Math.min(credit, price)
  const whole = price - used
  // A surcharge is left of earlier charges, and the customer's credit is for purchases.
  const spent = spendable(whole, Math.min(creditOfCustomer, price - Math.max(used, 0)), { currency, smallest })
  const net = whole - spent
  const onStep = net - (net % stepIn(currency))
  const due = small === 'left' && onStep < smallestIn(currency) ? 0 : onStep
  return { net, whole, spent, due, balance: credit - used - (net - due) }
}
