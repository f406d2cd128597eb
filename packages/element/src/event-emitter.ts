import { BillingChangeEvent } from './events.ts'

/** Dispatches to the page what happens at one session: that the first view is drawn, and then everything else. */
export class EventEmitter {
  /** Whether the page knows that the first view is drawn. */
  isReady = false
  readonly #element: EventTarget
  /** The last state of the form that the page got; it begins as that of an empty form. */
  #form = 'false,,,'
  /** What happened before. */
  readonly #pending: (() => void)[] = []

  constructor(element: EventTarget) {
    this.#element = element
  }

  /** Dispatches an event, and then calls `after`; both wait for the first view. */
  readonly emit = (event: Event, after?: () => void): void => {
    const dispatch = (): void => {
      this.#element.dispatchEvent(event)
      after?.()
    }
    if (this.isReady) dispatch()
    else this.#pending.push(dispatch)
  }

  /** The first view is drawn: dispatches `event`, and then what waited for it. */
  ready(event: Event): void {
    this.isReady = true
    this.emit(event)
    for (const dispatch of this.#pending) dispatch()
  }

  /** Dispatches the state of the form if it has changed. What is typed, and how fast, is not for the page. */
  change(...form: ConstructorParameters<typeof BillingChangeEvent>): void {
    if (!this.isReady || `${form}` === this.#form) return
    this.#form = `${form}`
    this.emit(new BillingChangeEvent(...form))
  }
}
