import type { OnSaid, Said } from '../checkout/requests/transport.ts'
import { type CodeFault, codeFaultOf } from './code-fault.ts'

/** The checkout, as far as the field needs it. */
export interface CodeOwner {
  readonly canPay: boolean
  /** Sends the server what the shopper said; the answer is null if a later one replaces it. */
  readonly locate: (said: Said, onAnswer: OnSaid) => void
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
  readonly #owner: CodeOwner

  constructor(owner: CodeOwner) {
    this.#owner = owner
  }

  /** Whether buttons do nothing now: a code is being checked, or a payment is pending. */
  get isLocked(): boolean {
    return this.isBusy || !this.#owner.canPay
  }

  /** Shows or hides the field, and moves the focus to it or back to its button. */
  toggle(isOpen: boolean, host: Host): void {
    if (this.isLocked) return
    this.isOpen = isOpen
    this.fault = null
    this.#draw(host, isOpen ? 'code' : 'code-add')
  }

  /** Applies a code, or removes the discount if `code` is null. Only one request runs at a time. */
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
