/** Thrown at the point where a process ends, so that nothing after it happens. */
export class Crash extends Error {
  override readonly name = 'Crash'

  constructor() {
    super('The process ended here.')
  }
}

/** The life of one request in a server process. The process may end at every await of the request. */
export interface ProcessLife {
  hasEnded(): boolean
  /** How many points the life has reached. */
  points(): number
  /** Passes a point, or throws `Crash` if the life ends here or has ended before. */
  pass(): void
  /** Ends the life: every later `pass` throws `Crash`. */
  end(): void
}

/** A life that ends at point `pointsMax`, counted from 1; with `Infinity`, only by `end`. */
export const processLifeEndingAt = (pointsMax: number): ProcessLife => {
  let points = 0
  let ended = false
  return {
    hasEnded: () => ended,
    points: () => points,
    pass() {
      points += 1
      ended ||= points >= pointsMax
      if (ended) throw new Crash()
    },
    end() {
      ended = true
    },
  }
}

/** Ignores a `Crash`, which no client learns about, and throws any other error. */
export const ignoreCrash = (error: unknown): void => {
  if (!(error instanceof Error) || error.name !== 'Crash') throw error
}
