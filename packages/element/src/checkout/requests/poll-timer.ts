/** A series of queries, with pauses between them. */
interface Series {
  /** The pause before query number `asked` (from 0), in milliseconds. */
  readonly delayMs: (asked: number) => number
  readonly mustAsk: () => boolean
  readonly ask: () => Promise<void>
}

/** The pauses between queries. A pause ends early if the outcome may be known now. While the element is out of the page, no pause ends. */
export class PollTimer {
  #endPause: (() => void) | null = null
  #isWoken = false
  #isPolling = false
  #back: Promise<void> = Promise.resolve()
  /** Ends the wait for the element's return to the page; null while the element is in the page. */
  #comeBack: (() => void) | null = null

  readonly #heard: readonly (readonly [type: string, hear: () => void])[]

  /** `onNetwork` is called if the browser goes online or offline. */
  constructor(onNetwork: () => void) {
    // A shopper who is online again, or who returns from the bank's app, wants to know the outcome at once.
    this.#heard = [
      ['online', this.wake],
      ['visibilitychange', this.wake],
      ['online', onNetwork],
      ['offline', onNetwork],
    ]
    this.resume()
  }

  /** Ends the present pause, or skips the next one. */
  readonly wake = (): void => {
    this.#isWoken = true
    this.#endPause?.()
  }

  /**
   * Pauses for `ms` milliseconds, or until `wake` is called, and then until the element is in the page. Resolves with `true` if `wake`
   * was called.
   */
  async wait(ms: number): Promise<boolean> {
    if (!this.#isWoken)
      await new Promise<void>((resolve) => {
        this.#endPause = resolve
        setTimeout(resolve, ms)
      })
    await this.#back
    const wasWoken = this.#isWoken
    this.#isWoken = false
    return wasWoken
  }

  /** Pauses and queries in turn while `mustAsk` returns true. Does nothing if another series is running. */
  async poll({ delayMs, mustAsk, ask }: Series): Promise<void> {
    if (this.#isPolling) return
    this.#isPolling = true
    for (let asked = 0; mustAsk(); asked += 1) {
      if (await this.wait(delayMs(asked))) asked = 0
      if (mustAsk()) await ask()
    }
    this.#isPolling = false
  }

  /** Call this when the element leaves the page, perhaps for good. Removes all listeners. */
  pause(): void {
    this.end()
    // If `pause` is called twice before `resume`, keep the first promise, because a pause may already wait for it.
    if (!this.#comeBack) this.#back = new Promise((resolve) => (this.#comeBack = resolve))
  }

  resume(): void {
    this.#comeBack?.()
    this.#comeBack = null
    for (const [type, hear] of this.#heard) addEventListener(type, hear)
  }

  end(): void {
    for (const [type, hear] of this.#heard) removeEventListener(type, hear)
  }
}
