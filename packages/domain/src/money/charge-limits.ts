/** What accounts at processors ask of the amounts of one currency, in minor units. */
export interface ChargeLimits {
  /** What every amount has to be a multiple of; 1 where every amount can be charged. */
  readonly step: number
  /** The smallest amount that is charged; null if no account says. */
  readonly minimum: number | null
}

/** Where every amount can be charged. */
export const noLimits: ChargeLimits = { step: 1, minimum: null }

/** What an amount has to keep to so that each of several accounts can charge it: the least common step, and the largest minimum. */
export const joinLimits = (limits: readonly ChargeLimits[]): ChargeLimits =>
  limits.reduce(
    (joined, { step, minimum }) => ({
      step: (joined.step / greatestCommonDivisor(joined.step, step)) * step,
      minimum: minimum === null ? joined.minimum : Math.max(minimum, joined.minimum ?? 0),
    }),
    noLimits,
  )

/** Whether an amount is a multiple of the step. */
export const isOnStep = (amountMinor: number, { step }: Pick<ChargeLimits, 'step'>): boolean => amountMinor % step === 0

/** Whether an amount can be charged: nothing is due, or it is on the step and no less than the minimum. */
export const isChargeable = (amountMinor: number, limits: ChargeLimits): boolean =>
  amountMinor === 0 || (isOnStep(amountMinor, limits) && amountMinor >= (limits.minimum ?? 0))

/** The smallest multiple of a step that is no less than an amount, both in minor units. */
export const ceilToStep = (amountMinor: number, step: number): number => Math.ceil(amountMinor / step) * step

const greatestCommonDivisor = (one: number, other: number): number =>
  other === 0 ? one : greatestCommonDivisor(other, one % other)
