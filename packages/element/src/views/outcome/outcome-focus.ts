import type { ToFrame } from '../../card-frame/link/protocol.ts'
import type { Notice } from '../../messages/notice.ts'
import { isOpen, type Phase } from '../../checkout/state/phase.ts'

/** A card form, for marking a field that the bank objected to. */
interface Rejecting {
  readonly frame: HTMLElement
  readonly tell: (message: ToFrame) => void
}

/** Moves the focus to what the shopper should read after paying, but never while they are elsewhere in the page. */
export class OutcomeFocus {
  #phase: Phase | null = null
  /** Whether the focus still has to move, because the target is not drawn yet. */
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

/** Whether the bank rejected the security code; the form then marks it and gets the focus. */
export const isWrongCode = (notice: Notice | null): boolean =>
  notice?.kind === 'declined' && notice.payment.status_reason?.status_reason.decline_code === 'incorrect_cvc'

/** Makes the card form mark and focus the security code. */
const reject = (card: Rejecting): void => {
  card.frame.focus()
  card.tell({ type: 'reject', field: 'cvc' })
}
