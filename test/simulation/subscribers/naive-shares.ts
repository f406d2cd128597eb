/** `amount × part ÷ whole` for an amount of at least 0 in minor units, rounded once, halves up; 0 if `whole` is not positive. */
export const proportionalShare = (amount: number, part: number, whole: number): number => {
  if (whole <= 0) return 0
  const doubled = 2n * BigInt(amount) * BigInt(part)
  const divisor = 2n * BigInt(whole)
  const floor = doubled / divisor
  return Number((doubled % divisor) * 2n >= divisor ? floor + 1n : floor)
}

/** Whole seconds between two times in milliseconds, each rounded down to a second. */
export const secondsBetween = (from: number, to: number): number => Math.floor(to / 1000) - Math.floor(from / 1000)

/** The seconds of a period that remain at a time. */
export const secondsLeft = (start: number, end: number, at: number): number =>
  Math.max(0, Math.min(secondsBetween(at, end), secondsBetween(start, end)))
