/** Tells the page what happens at one session: that the first view is drawn, and then everything else. */
export class Teller {
  /** Whether the page knows that the first view is drawn. */
  isReady = false
  readonly #element: EventTarget
  /** What happened before. */
  #untold: (() => void)[] = []

  constructor(element: EventTarget) {
    this.#element = element
  }

  /** Dispatches an event, and then calls `after`; both wait for the first view. */
  readonly tell = (event: Event, after?: () => void): void => {
    const dispatch = (): void => {
      this.#element.dispatchEvent(event)
      after?.()
    }
    if (this.isReady) dispatch()
    else this.#untold.push(dispatch)
  }

  /** The first view is drawn: dispatches `event`, and then what waited for it. */
  ready(event: Event): void {
    this.isReady = true
    this.#element.dispatchEvent(event)
    for (const dispatch of this.#untold.splice(0)) dispatch()
  }
}
