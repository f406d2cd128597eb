import type { PlanTerms } from './terms-for-country.ts'

/** The quantities in which a plan is sold. */
export interface QuantityRange {
  readonly min: number
  readonly max: number
}

/** The largest quantity that a plan can allow. */
export const quantityMax = 100_000

/** The terms of `quantity` units of a plan: the unit's price and trial price, multiplied by the quantity. */
export const termsForQuantity = (unit: PlanTerms, quantity: number): PlanTerms =>
  quantity === 1
    ? unit
    : {
        ...unit,
        price: { ...unit.price, amount: unit.price.amount * quantity },
        trial: unit.trial && {
          ...unit.trial,
          price: unit.trial.price && { ...unit.trial.price, amount: unit.trial.price.amount * quantity },
        },
        quantity,
      }

/** How many units the terms are for. */
export const quantityOf = ({ quantity }: Pick<PlanTerms, 'quantity'>): number => quantity ?? 1

/** The price of one unit, in minor units. */
export const unitPrice = ({ price, quantity }: Pick<PlanTerms, 'price' | 'quantity'>): number =>
  price.amount / quantityOf({ quantity })

/** The `quantity` member of a quote line; absent for a single unit. */
export const quantityMember = ({ quantity }: Pick<PlanTerms, 'quantity'>): Pick<PlanTerms, 'quantity'> =>
  quantity === undefined ? {} : { quantity }

/** Whether a plan is sold in a quantity; a plan without a range is sold one at a time. */
export const isQuantityAllowed = (range: QuantityRange | null, quantity: number): boolean =>
  quantity >= (range?.min ?? 1) && quantity <= (range?.max ?? 1)

/**
 * The quantity of a sale that states no quantity: that of the changed subscription, moved into the plan's range; without a subscription,
 * the plan's smallest quantity.
 */
export const defaultQuantity = (range: QuantityRange | null, subscribed = 1): number =>
  Math.min(Math.max(subscribed, range?.min ?? 1), range?.max ?? 1)
