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
  /** What of that is charged. */
  readonly due: number
  /** What is left of the credit; below zero it is owed with the next charge. */
  readonly balance: number
}

/** What a new cycle costs whose first period is paid with credit as far as it goes. A small sum is charged, or left for the next charge. */
export const startWith = (
  { price, currency }: { readonly price: number; readonly currency: string },
  credit: number,
  small: 'charged' | 'left',
): Start => {
  const spent = Math.min(credit, price)
  const net = price - spent
  const onStep = net - (net % stepIn(currency))
  const due = small === 'left' && onStep < smallestIn(currency) ? 0 : onStep
  return { net, due, balance: credit - spent - (net - due) }
}
