/** The names of the laws that are tried on random lives. */
export const lawNames = [
  'a refund and a plan change in either order',
  'one move of the clock or several',
  'customers beside each other',
  'new ids and rows in another order',
  'up and down at one instant',
  'straight to the final plan',
  'a change in between',
  'a change that is scheduled and taken back',
  'a change at the end of the period or by hand',
  'a discount and then the price',
  'discounts of two customers in either order',
  'units of a plan or a dearer plan',
  'a free plan and then a paid one',
  'sources of credit',
  'a recovery or a retry',
  'a late outcome',
] as const

/** The name of a law. */
export type LawName = (typeof lawNames)[number]
