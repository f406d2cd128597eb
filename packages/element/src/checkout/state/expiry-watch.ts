const warningMs = 120_000
const minuteMs = 60_000
// A timer has 32 bits: with a longer delay, setTimeout fires at once.
const timeoutMaxMs = 2 ** 31 - 1

/** Callbacks before and at the expiry. */
export interface ExpiryHandlers {
  /** Receives the whole minutes that are left: 1 or 2 shortly before the expiry, null earlier. */
  readonly onMinutesLeft: (minutes: number | null) => void
  readonly onExpired: () => void
}

/** Watches one deadline: warns two minutes and one minute before it, and then reports it. */
export class ExpiryWatch {
  readonly #handlers: ExpiryHandlers
  #timer: ReturnType<typeof setTimeout> | undefined
  #minutesLeft: number | null = null

  constructor(handlers: ExpiryHandlers) {
    this.#handlers = handlers
  }

  /** Watches the deadline, which is `untilExpiry()` milliseconds away. */
  follow(untilExpiry: () => number): void {
    this.stop()
    const remainingMs = untilExpiry()
    if (remainingMs <= 0) return this.#handlers.onExpired()
    const minutesLeft = remainingMs <= warningMs ? Math.ceil(remainingMs / minuteMs) : null
    if (minutesLeft !== this.#minutesLeft) {
      this.#minutesLeft = minutesLeft
      this.#handlers.onMinutesLeft(minutesLeft)
    }
    const next = minutesLeft === null ? remainingMs - warningMs : remainingMs - (minutesLeft - 1) * minuteMs
    this.#timer = setTimeout(() => this.follow(untilExpiry), Math.min(Math.max(next, 250), timeoutMaxMs))
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}
