/** Timers of this length or more are held, unless a test sets another length; shorter ones run as usual. */
const usuallyHeldFromMs = 10_000

interface HeldTimer {
  readonly dueAt: number
  readonly run: () => void
}

/** Controls the page's timers: a timer of minutes fires if the test advances the clock, however busy the machine is. */
export class HeldClock {
  readonly #held = new Map<number, HeldTimer>()
  readonly #now = performance.now.bind(performance)
  readonly #real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout }
  #passedMs = 0
  #lastId = 0

  /** Holds long timers until `pass` runs them or `release` drops them. */
  constructor(heldFromMs = usuallyHeldFromMs) {
    performance.now = () => this.#now() + this.#passedMs
    const setTimeout = (run: () => void, ms = 0): number =>
      ms < heldFromMs ? Number(this.#real.setTimeout.call(globalThis, run, ms)) : this.#hold(run, ms)
    const clearTimeout = (id?: number): void => {
      if (!this.#held.delete(Number(id))) this.#real.clearTimeout.call(globalThis, id)
    }
    Object.assign(globalThis, { setTimeout, clearTimeout })
  }

  /** Advances the clock by `ms` milliseconds at once, and runs the timers that are then due, in order. */
  pass(ms: number): void {
    this.#passedMs += ms
    const now = performance.now()
    const due = [...this.#held].filter(([, { dueAt }]) => dueAt <= now).toSorted(([, a], [, b]) => a.dueAt - b.dueAt)
    for (const [id, { run }] of due) if (this.#held.delete(id)) run()
  }

  /** Restores the browser's clock; timers that are still held never run. */
  release(): void {
    delete (performance as Partial<Performance>).now
    Object.assign(globalThis, this.#real)
  }

  /** Negative ids, because the browser's are positive. */
  #hold(run: () => void, ms: number): number {
    this.#lastId -= 1
    this.#held.set(this.#lastId, { dueAt: performance.now() + ms, run })
    return this.#lastId
  }
}
