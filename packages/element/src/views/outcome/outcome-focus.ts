import type { ToFrame } from '../../card-frame/link/protocol.ts'
import type { Notice } from '../../messages/notice.ts'
import { isOpen, type Phase } from '../../checkout/state/phase.ts'

/** The card form's functions for marking a field that the bank rejected. */
interface Rejecting {
  readonly frame: HTMLElement
  readonly tell: (message: ToFrame) => void
}

/** After a payment, moves the focus to the text that the shopper should read, or to the field that they should correct. */
export class OutcomeFocus {
  #phase: Phase | null = null
  /** Whether the focus has yet to move, because its target is not drawn yet. */
  #isOwed = false

  /** Call this after the view of `phase` was drawn. */
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

/** Whether the bank rejected the security code. If so, the form marks the code and receives the focus. */
export const isWrongCode = (notice: Notice | null): boolean =>
  notice?.kind === 'declined' && notice.payment.status_reason?.status_reason.decline_code === 'incorrect_cvc'

/** Makes the card form mark the security code and focus it. */
const reject = (card: Rejecting): void => {
  card.frame.focus()
  card.tell({ type: 'reject', field: 'cvc' })
}
