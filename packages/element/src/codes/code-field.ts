import type { OnSaid, Said } from '../checkout/requests/transport.ts'
import { type CodeFault, codeFaultOf } from './code-fault.ts'

/** The checkout, as the field needs it. */
export interface CodeOwner {
  readonly canPay: boolean
  /** Tells the server what the shopper says; the answer is null if it does not count any more. */
  readonly locate: (said: Said, onAnswer: OnSaid) => void
}

/** The element around the field. */
interface Host {
  readonly root: ParentNode
  readonly draw: () => Promise<unknown>
}

/** The field for a code at one checkout: whether it is open, what is under way, and why the last code was not taken. */
export class CodeField {
  isOpen = false
  isBusy = false
  fault: CodeFault | null = null
  readonly #owner: CodeOwner

  constructor(owner: CodeOwner) {
    this.#owner = owner
  }

  /** Whether a press does nothing now: a code is being checked, or a payment is under way. */
  get isLocked(): boolean {
    return this.isBusy || !this.#owner.canPay
  }

  /** Shows or hides the field; the focus goes to it, or back to the button that opens it. */
  toggle(isOpen: boolean, host: Host): void {
    if (this.isLocked) return
    this.isOpen = isOpen
    this.fault = null
    this.#draw(host, isOpen ? 'code' : 'code-add')
  }

  /** Takes a code, or with null the discount away. At most one request is under way. */
  apply(code: string | null, host: Host): void {
    if (this.isLocked) return
    const isWaiting = this.fault?.until != null && Date.now() < this.fault.until
    if (code === '' || isWaiting) return this.#draw(host, 'code')
    this.isBusy = true
    this.fault = null
    this.#draw(host)
    this.#owner.locate({ discount_code: code }, (answer) => {
      this.isBusy = false
      this.fault = answer === null || answer.kind === 'ok' ? null : codeFaultOf(answer)
      if (answer?.kind === 'ok') this.isOpen = false
      this.#draw(host, answer?.kind === 'ok' ? (code === null ? 'code-add' : 'code-remove') : 'code')
    })
  }

  #draw({ root, draw }: Host, focused?: string): void {
    void draw().then(() => focused && root.querySelector<HTMLElement>(`#${focused}`)?.focus())
  }
}
