/** A currency that the sandbox charges in steps, and its minimum; in minor units. */
const stepped = { currency: 'LYD', step: 10, minimum: 1000 } as const

/** The step of amounts in a currency. */
export const stepIn = (currency: string): number => (currency === stepped.currency ? stepped.step : 1)

/** The amount, rounded up to one that can be refunded. */
export const roundUpToStep = (amount: number, currency: string): number =>
  Math.ceil(amount / stepIn(currency)) * stepIn(currency)

/** The smallest amount that can be charged by itself; 0 if the currency has no minimum. */
export const minimumChargeIn = (currency: string): number => (currency === stepped.currency ? stepped.minimum : 0)

/** The balance with which a subscriber returns. After a cancellation, remainders that were too small to be charged are no longer owed. */
export const balanceOnReturn = ({
  status,
  balance,
  leftover,
}: {
  readonly status: string
  readonly balance: number
  readonly leftover: number
}): number => (status === 'cancelled' && balance < 0 ? Math.min(0, balance + leftover) : balance)

/** The cost of a cycle. */
export interface CycleCost {
  /** The price less all spent credit, or plus the surcharge. */
  readonly net: number
  /** The price less the subscription's own credit, or plus the surcharge, before the customer's own credit is spent. */
  readonly whole: number
  /** The customer's credit that is spent. */
  readonly spent: number
  /** The part of `net` that is charged. */
  readonly due: number
  /** The remaining credit; if negative, it is owed with the next charge. */
  readonly balance: number
}

/** A price, its currency, and the smallest sum that the customer's credit may leave to pay, other than 0. */
interface Priced {
  readonly price: number
  readonly currency: string
  readonly smallest: number
}

/** How much of a customer's credit is spent on a sum: as much as possible, if what remains to be paid is zero or can be charged. */
const spendable = (sum: number, credit: number, { currency, smallest }: Omit<Priced, 'price'>): number => {
  const most = Math.min(sum, credit)
  const rest = sum - most
  if (rest === 0 || (rest >= smallest && rest % stepIn(currency) === 0)) return most
  return Math.max(sum - roundUpToStep(Math.max(rest, smallest), currency), 0)
}

/**
 * The cost of a new cycle whose first period is paid with the available credit. If the remaining amount is small, `small` decides whether
 * it is charged or left for the next charge.
 */
export const costOfCycle = (
  { price, currency, smallest }: Priced,
  credit: number,
  small: 'charged' | 'left',
  creditOfCustomer = 0,
): CycleCost => {
  const used = Math.min(credit, price)
  const whole = price - used
  // The customer's credit pays for purchases only: never for a surcharge, which is left from earlier charges.
  const spent = spendable(whole, Math.min(creditOfCustomer, price - Math.max(used, 0)), { currency, smallest })
  const net = whole - spent
  const onStep = net - (net % stepIn(currency))
  const due = small === 'left' && onStep < minimumChargeIn(currency) ? 0 : onStep
  return { net, whole, spent, due, balance: credit - used - (net - due) }
}
