import type { Phase } from './checkout/phase.ts'

/** The element's custom states, for `:state()` in the page's style sheets. */
export class ElementStates {
  readonly #internals: ElementInternals
  #phase: Phase | null = null

  constructor(internals: ElementInternals) {
    this.#internals = internals
  }

  /** Leaves the former phase's state for this one's, and sets the others. */
  show(phase: Phase, others: Readonly<Record<string, boolean>>): void {
    if (this.#phase !== null) this.set(this.#phase, false)
    this.#phase = phase
    this.set(phase, true)
    for (const [name, isOn] of Object.entries(others)) this.set(name, isOn)
  }

  set(name: string, isOn: boolean): void {
    this.#internals.states[isOn ? 'add' : 'delete'](name)
  }
}
