import type { MessageToFrame } from '../card-frame/link/protocol.ts'
import { mustQueryOutcome, type Phase } from '../checkout/state/phase.ts'

/** The members of the card form that mark a field that the bank rejected. */
interface Rejecting {
  readonly frame: HTMLElement
  readonly tell: (message: MessageToFrame) => void
}

/**
 * After a payment, moves the focus to the text that the shopper should read, or to the field that they should correct. Keeps the focus
 * in place if the shopper has moved it to another control of the page since the payment began; then a screen reader announces the text.
 */
export class OutcomeFocus {
  #phase: Phase = 'loading'
  /** Whether the focus has yet to move, because its target is not drawn yet. */
  #isOwed = false
  /** The control of the page that had the focus when the payment began, such as the page's own button. */
  #focusedBefore: Element | null = null

  /** Call this after the view of `phase` was drawn. `rejecting` is the card form if the bank rejected the security code. */
  follow(phase: Phase, root: ShadowRoot, rejecting: Rejecting | null): void {
    const focused = focusedOutside(root.host)
    if (phase !== this.#phase) {
      this.#isOwed = isPending(this.#phase)
      // If this code has loaded only now, we do not know what had the focus when the payment began. A focused button has probably begun it;
      // in any other control the shopper may be typing.
      if (!this.#isOwed) this.#focusedBefore = this.#phase !== 'loading' || focused?.matches(buttons) ? focused : null
      this.#phase = phase
    }
    if (!this.#isOwed) return
    const target = root.querySelector<HTMLElement>('form:not([hidden]) #notice, #outcome-title')
    this.#isOwed = target === null
    const isElsewhere = focused !== null && focused !== this.#focusedBefore
    if (rejecting !== null && target !== null) {
      if (!isElsewhere) rejecting.frame.focus()
      return rejecting.tell({ type: isElsewhere ? 'mark' : 'reject', field: 'cvc' })
    }
    const field = root.querySelector<HTMLElement>('.place [aria-invalid=true]')
    if (!isElsewhere) (field ?? target)?.focus()
    // If a field is invalid, announce nothing, because the notice is then an alert, which a screen reader reads anyway.
    else if (field === null && target !== null) announce(root, target)
  }
}

/** The controls with which a page begins a payment. */
const buttons = 'button,a,[role=button],[type=submit],[type=button]'

/** Whether a payment is in flight. */
const isPending = (phase: Phase): boolean => phase === 'paying' || mustQueryOutcome(phase)

/** The focused control of the page around `host`; null if the focus is in `host`, on an ancestor of it, or nowhere. */
export const focusedOutside = (host: Element): Element | null => {
  const root = host.getRootNode() as Document | ShadowRoot
  const { activeElement: focused } = root
  if (focused && !focused.contains(host) && !host.contains(focused)) return focused
  return root instanceof ShadowRoot ? focusedOutside(root.host) : null
}

/** Makes a screen reader read an element's text, while the focus stays in the page. */
export const announce = (root: ParentNode, { textContent }: Element): void => {
  const region = document.createElement('p')
  region.role = 'status'
  region.className = 'unseen'
  root.append(region)
  // A pause, because a screen reader announces only text that is added to a region that it already knows.
  setTimeout(() => region.append(textContent), 100)
  setTimeout(() => region.remove(), 10_000)
}
