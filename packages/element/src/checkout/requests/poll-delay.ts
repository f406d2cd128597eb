const delaysMs = [1000, 1500, 2500, 4000, 6000, 10_000, 15_000, 30_000] as const

/** The pause in milliseconds before query number `asked` (from 0): from 1 to 30 seconds, varied at random by up to a tenth. */
export const pollDelayMs = (asked: number, random = Math.random): number =>
  (delaysMs[Math.min(asked, delaysMs.length - 1)] ?? 30_000) * (0.9 + random() * 0.2)
