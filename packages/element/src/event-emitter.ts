import { BillingChangeEvent } from './checkout/state/events.ts'

/** Dispatches a session's events: first `billing-ready`, once the first view is drawn, and then all others. */
export class EventEmitter {
  /** Whether `billing-ready` has been dispatched. */
  isReady = false
  readonly #element: EventTarget
  /** The form state that the page received last; at first, the state of an empty form. */
  #form = 'false,,,'
  /** Events that wait for `billing-ready`. */
  readonly #pending: (() => void)[] = []

  constructor(element: EventTarget) {
    this.#element = element
  }

  /** Dispatches an event and then calls `after`; both wait until the first view is drawn. */
  readonly emit = (event: Event, after?: () => void): void => {
    const dispatch = (): void => {
      this.#element.dispatchEvent(event)
      after?.()
    }
    if (this.isReady) dispatch()
    else this.#pending.push(dispatch)
  }

  /** Dispatches `event`, because the first view is drawn, and then all events that waited. */
  ready(event: Event): void {
    this.isReady = true
    this.emit(event)
    for (const dispatch of this.#pending) dispatch()
  }

  /**
   * Dispatches the form's state if `billing-ready` was dispatched and the state has changed. The page never learns what the shopper types,
   * or how fast.
   */
  change(...form: ConstructorParameters<typeof BillingChangeEvent>): void {
    if (!this.isReady || `${form}` === this.#form) return
    this.#form = `${form}`
    this.emit(new BillingChangeEvent(...form))
  }
}
