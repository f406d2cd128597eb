import type { Phase } from './checkout/state/phase.ts'

/** Custom states in addition to the phase. */
type OtherState = 'sandbox' | 'saved-method' | 'card-focused' | 'card-complete'

/** The name of a custom state; `stateDescriptions` documents each one. */
export type StateName = Phase | OtherState

/** The element's custom states, for `:state()` in the page's style sheets. */
export class ElementStates<Shown extends string = Phase, Other extends string = OtherState> {
  readonly #internals: ElementInternals
  #phase: string = 'loading'

  constructor(internals: ElementInternals) {
    this.#internals = internals
  }

  /** Replaces the state of the last phase by the state of `phase`, and sets the other states. */
  show(phase: Shown, others: Readonly<Partial<Record<Other, boolean>>>): void {
    const states = { [this.#phase]: false, [phase]: true, ...others }
    this.#phase = phase
    for (const [name, isOn] of Object.entries(states)) this.set(name as Shown | Other, isOn)
  }

  set(name: Shown | Other, isOn: boolean): void {
    // Older browsers lack custom states, or throw for names without dashes. That must not stop a payment.
    try {
      this.#internals.states[isOn ? 'add' : 'delete'](name)
    } catch {}
  }
}
