/** How long, in milliseconds, a checkout that was read waits for the chunks that show it. */
const patienceMs = 5000

/** The wait for the chunks and messages that show a checkout. */
export class ChunkTimeout {
  /** Whether the chunks are late, so that the checkout is shown without them. */
  isOver = false
  #timer: ReturnType<typeof setTimeout> | undefined

  /** Starts the wait, unless it has started already; calls `onOver` at its end. */
  begin(onOver: () => void): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      onOver()
    }, patienceMs)
  }

  /** Ends the wait. */
  end(): void {
    this.#timer = void clearTimeout(this.#timer)
  }
}
