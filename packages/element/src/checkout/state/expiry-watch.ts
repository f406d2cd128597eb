const warningMs = 120_000
const minuteMs = 60_000
// setTimeout counts in 32 bits and fires at once beyond them.
const timeoutMaxMs = 2 ** 31 - 1

/** What to do as the end comes near. */
export interface ExpiryHandlers {
  /** Whole minutes left once two minutes or less are left, null before. */
  readonly onMinutesLeft: (minutes: number | null) => void
  readonly onExpired: () => void
}

/** Watches one deadline: warns two minutes before, again at one, then says it is over. */
export class ExpiryWatch {
  readonly #handlers: ExpiryHandlers
  #timer: ReturnType<typeof setTimeout> | undefined
  #minutesLeft: number | null = null

  constructor(handlers: ExpiryHandlers) {
    this.#handlers = handlers
  }

  /** Watches the deadline that is `untilExpiry()` milliseconds away. */
  follow(untilExpiry: () => number): void {
    this.stop()
    const left = untilExpiry()
    if (left <= 0) return this.#handlers.onExpired()
    const minutesLeft = left <= warningMs ? Math.ceil(left / minuteMs) : null
    if (minutesLeft !== this.#minutesLeft) {
      this.#minutesLeft = minutesLeft
      this.#handlers.onMinutesLeft(minutesLeft)
    }
    const next = minutesLeft === null ? left - warningMs : left - (minutesLeft - 1) * minuteMs
    this.#timer = setTimeout(() => this.follow(untilExpiry), Math.min(Math.max(next, 250), timeoutMaxMs))
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}
