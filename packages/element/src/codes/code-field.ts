import type { OnUpdated, CheckoutUpdate } from '../checkout/requests/transport.ts'
import { type CodeFault, codeFaultOf } from './code-fault.ts'

/** The part of the checkout that the code field uses. */
export interface CodeFieldHost {
  readonly canPay: boolean
  /**
   * Sends the server what the shopper entered. `onAnswer` receives null if a later request replaces this one, or if the shopper can no
   * longer pay.
   */
  readonly update: (update: CheckoutUpdate, onAnswer: OnUpdated) => void
}

/** The element around the field. */
interface Host {
  readonly root: ParentNode
  readonly draw: () => Promise<unknown>
}

/** The state of a checkout's code field: whether it is open, whether a code is being checked, and why the last one was refused. */
export class CodeField {
  isOpen = false
  isBusy = false
  fault: CodeFault | null = null
  readonly #owner: CodeFieldHost

  constructor(owner: CodeFieldHost) {
    this.#owner = owner
  }

  /** Whether the buttons do nothing now, because a code is being checked or the shopper cannot pay. */
  get isLocked(): boolean {
    return this.isBusy || !this.#owner.canPay
  }

  /** Shows or hides the field, and moves the focus to the field or back to its button. */
  toggle(isOpen: boolean, host: Host): void {
    if (this.isLocked) return
    this.isOpen = isOpen
    this.fault = null
    this.#draw(host, isOpen ? 'code' : 'code-add')
  }

  /** Applies a code; if `code` is null, removes the discount. Only one request runs at a time. */
  apply(code: string | null, host: Host): void {
    if (this.isLocked) return
    const isWaiting = this.fault?.until != null && Date.now() < this.fault.until
    if (code === '' || isWaiting) return this.#draw(host, 'code')
    this.isBusy = true
    this.fault = null
    this.#draw(host)
    this.#owner.update({ discount_code: code }, (answer) => {
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
