import { BillingChangeEvent } from './events.ts'

/** Not complete, and neither brand, saved method nor wallet. */
const emptyForm = 'false,,,'

/** Tells the page what happens at one session: that the first view is drawn, and then everything else. */
export class Teller {
  /** Whether the page knows that the first view is drawn. */
  isReady = false
  readonly #element: EventTarget
  /** What the page was last told of the form; before that it takes a session's form to be empty. */
  #form = emptyForm
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
    this.tell(event)
    for (const dispatch of this.#untold.splice(0)) dispatch()
  }

  /** Tells what the form has become, where that is news. What is typed, and how fast, is not for the page. */
  change(...form: ConstructorParameters<typeof BillingChangeEvent>): void {
    if (!this.isReady || `${form}` === this.#form) return
    this.#form = `${form}`
    this.#element.dispatchEvent(new BillingChangeEvent(...form))
  }

  /** Another session: its first view is still to come, and what the last one had to tell is of no use. */
  reset(): void {
    this.isReady = false
    this.#form = emptyForm
    this.#untold = []
  }
}
