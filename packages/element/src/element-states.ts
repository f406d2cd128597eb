import type { Phase } from './checkout/state/phase.ts'

/** States of the element in addition to its phase. */
type OtherState = 'sandbox' | 'saved-method' | 'card-focused' | 'card-complete'

/** A custom state; each has a line in the documentation. */
export type StateName = Phase | OtherState

/** The element's custom states, for `:state()` in the page's style sheets. */
export class ElementStates<Shown extends string = Phase, Other extends string = OtherState> {
  readonly #internals: ElementInternals
  #phase: string = 'loading'

  constructor(internals: ElementInternals) {
    this.#internals = internals
  }

  /** Leaves the former phase's state for this one's, and sets the others. */
  show(phase: Shown, others: Readonly<Partial<Record<Other, boolean>>>): void {
    const states = { [this.#phase]: false, [phase]: true, ...others }
    this.#phase = phase
    for (const [name, isOn] of Object.entries(states)) this.set(name as Shown | Other, isOn)
  }

  set(name: Shown | Other, isOn: boolean): void {
    // Older browsers lack states, or throw at names without dashes: looks never keep a shopper from paying.
    try {
      this.#internals.states[isOn ? 'add' : 'delete'](name)
    } catch {}
  }
}
