/** A series of questions. */
interface Series {
  /** How long to rest before asking for the `asked`-th time (from 0), in milliseconds. */
  readonly delayMs: (asked: number) => number
  readonly mustAsk: () => boolean
  readonly ask: () => Promise<void>
}

/** The rests between two questions: cut short when there may be news, and without end while the element is out of the page. */
export class Rest {
  #wake: (() => void) | null = null
  #isHurried = false
  #isPolling = false
  #back: Promise<void> = Promise.resolve()
  /** Ends the pause; null while there is none. */
  #comeBack: (() => void) | null = null

  readonly #heard: readonly (readonly [type: string, hear: () => void])[]

  /** Calls `onNetwork` when the browser says that the network is there or gone. */
  constructor(onNetwork: () => void) {
    // A shopper who comes back from a tunnel, or from the bank's app, wants to know now.
    this.#heard = [
      ['online', this.hurry],
      ['visibilitychange', this.hurry],
      ['online', onNetwork],
      ['offline', onNetwork],
    ]
    this.resume()
  }

  /** Ends the rest that is being taken, else the next one before it begins. */
  readonly hurry = (): void => {
    this.#isHurried = true
    this.#wake?.()
  }

  /** Rests for `ms` at most; answers whether there may be news. */
  async take(ms: number): Promise<boolean> {
    if (!this.#isHurried)
      await new Promise<void>((resolve) => {
        this.#wake = resolve
        setTimeout(resolve, ms)
      })
    await this.#back
    const wasHurried = this.#isHurried
    this.#isHurried = false
    return wasHurried
  }

  /** Queries, rests, queries again, while `mustAsk` holds; at most one such series runs. */
  async poll({ delayMs, mustAsk, ask }: Series): Promise<void> {
    if (this.#isPolling) return
    this.#isPolling = true
    for (let asked = 0; mustAsk(); asked += 1) {
      if (await this.take(delayMs(asked))) asked = 0
      if (mustAsk()) await ask()
    }
    this.#isPolling = false
  }

  /** The element left the page, perhaps for good: nothing of the page keeps it. */
  pause(): void {
    this.end()
    // An element that was in another document is paused twice before it is back: a rest may wait for the first promise already.
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
