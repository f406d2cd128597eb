const delaysMs = [1000, 1500, 2500, 4000, 6000, 10_000, 15_000, 30_000] as const

/** How long to wait before asking for the `asked`-th time (from 0): from 1 s to 30 s, spread by up to a fifth. */
export const pollDelayMs = (asked: number, random = Math.random): number =>
  (delaysMs[Math.min(asked, delaysMs.length - 1)] ?? 30_000) * (0.9 + random() * 0.2)
