import type { ToFrame } from '../../card-frame/link/protocol.ts'
import type { Notice } from '../../checkout/state/notice.ts'
import { isOpen, type Phase } from '../../checkout/state/phase.ts'

/** A card form, as far as it marks what the bank found wrong. */
interface Rejecting {
  readonly frame: HTMLElement
  readonly tell: (message: ToFrame) => void
}

/** Moves the focus to what the shopper has to read after paying, but never out of the rest of the page. */
export class OutcomeFocus {
  #phase: Phase | null = null
  /** Whether what the shopper has to read next has not been drawn yet. */
  #isOwed = false

  /** Looks at what was drawn for `phase`. */
  follow(phase: Phase, root: ParentNode, notice: Notice | null, card: Rejecting | null): void {
    if (phase !== this.#phase) {
      this.#isOwed = this.#phase === 'paying' || (this.#phase !== null && isOpen(this.#phase))
      this.#phase = phase
    }
    if (!this.#isOwed) return
    const target = root.querySelector<HTMLElement>('form:not([hidden]) #notice, #outcome-title')
    this.#isOwed = target === null
    if (card !== null && target !== null && isWrongCode(notice)) return reject(card)
    const field = root.querySelector<HTMLElement>('.place [aria-invalid=true]')
    ;(field ?? target)?.focus()
  }
}

/** Whether the bank found the security code wrong: the form marks it, and the focus goes there. */
export const isWrongCode = (notice: Notice | null): boolean =>
  notice?.kind === 'declined' && notice.payment.status_reason?.status_reason.decline_code === 'incorrect_cvc'

/** Has the security code marked, and puts the focus there. */
const reject = (card: Rejecting): void => {
  card.frame.focus()
  card.tell({ type: 'reject', field: 'cvc' })
}
