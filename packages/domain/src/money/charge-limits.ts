/** Which amounts of one currency the merchant's accounts at processors accept, in minor units. */
export interface ChargeLimits {
  /** Every charged amount must be a multiple of this step; 1 if every amount can be charged. */
  readonly step: number
  /** The smallest amount that can be charged; null if no account states one. */
  readonly minimum: number | null
}

/** Limits under which every amount can be charged. */
export const noLimits: ChargeLimits = { step: 1, minimum: null }

/** The limits that satisfy all of several accounts: the least common multiple of their steps, and the largest minimum. */
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

/** Whether an amount can be charged: it is 0, or it is a multiple of the step and not below the minimum. */
export const isChargeable = (amountMinor: number, limits: ChargeLimits): boolean =>
  amountMinor === 0 || (isOnStep(amountMinor, limits) && amountMinor >= (limits.minimum ?? 0))

/** The smallest multiple of a step that is not below an amount, both in minor units. */
export const ceilToStep = (amountMinor: number, step: number): number => Math.ceil(amountMinor / step) * step

const greatestCommonDivisor = (one: number, other: number): number =>
  other === 0 ? one : greatestCommonDivisor(other, one % other)
