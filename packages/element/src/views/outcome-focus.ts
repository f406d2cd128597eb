import { isOpen, type Phase } from '../checkout/phase.ts'

/** Moves the focus to what the shopper has to read after paying, but never out of the rest of the page. */
export class OutcomeFocus {
  #phase: Phase | null = null
  /** Whether what the shopper has to read next has not been drawn yet. */
  #isOwed = false

  /** Looks at what was drawn for `phase`. */
  follow(phase: Phase, root: ParentNode, hasNotice: boolean): void {
    if (phase !== this.#phase) {
      this.#isOwed = this.#phase === 'paying' || (this.#phase !== null && isOpen(this.#phase))
      this.#phase = phase
    }
    if (!this.#isOwed) return
    const target = root.querySelector<HTMLElement>(hasNotice ? '#notice' : '#outcome-title')
    target?.focus()
    this.#isOwed = target === null
  }
}
