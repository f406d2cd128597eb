/** How long a checkout that has been read waits for the parts that show it. */
const patienceMs = 5000

/** The wait for the parts and the words that show a checkout. */
export class Patience {
  /** Whether they did not come in time, so that the checkout is shown without them. */
  isOver = false
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Waits, if it does not yet, and then calls `onOver`. */
  begin(onOver: () => void): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      onOver()
    }, patienceMs)
  }

  /** Waits no longer. */
  end(): void {
    this.#timer = void clearTimeout(this.#timer)
  }
}
