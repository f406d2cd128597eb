import type { Payment } from '@billing-checkout/contract'
import type { Texts } from '../messages/texts.ts'
import type { LazyParts } from '../views/lazy-parts.ts'

/** What the shopper has to do elsewhere before a payment goes on. */
export type NextAction = NonNullable<Payment['next_action']>

/** What showing an action needs. */
export interface ActionOptions {
  readonly url: string
  /** Where a dialog goes. */
  readonly root: Element
  readonly texts: Texts
  /** A window that was opened for it by a click; null where the browser allowed none, undefined where no click was made. */
  readonly popup: Window | null | undefined
  /** Something may have become of the payment: ask now. */
  readonly onFinished: () => void
  /** Its window was opened or closed. */
  readonly onChange: () => void
}

/** An action that is being shown. */
export interface OpenAction {
  /** Whether it is a dialog in the page, which cannot outlive the element's place there. */
  readonly isInPage: boolean
  /** Takes it off the screen; what becomes of the payment does not depend on it. */
  close(): void
  /** Its window as the shopper sees it; absent where it has none. */
  readonly window?: 'open' | 'closed' | 'blocked'
  /** Brings its window up again; absent where it has none. */
  reopen?(): void
  /** Calls it off; absent where it does so by itself. */
  cancel?(): void
}

/** Whose action it is, as far as showing it needs to know. */
export interface ActionOwner {
  readonly action: NextAction | null
  readonly hurry: () => void
  readonly giveUpAction: () => void
}

/** How long a shopper has for what a bank or a wallet asks; the server ends the wait then. */
const timeoutMs = 600_000

/** Shows at most one action: the one that is open now. */
export class ActionStage {
  /** The one that is open now. */
  open: OpenAction | null = null
  #url: string | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #parts: Pick<LazyParts, 'challenge' | 'wallets'>

  constructor(parts: Pick<LazyParts, 'challenge' | 'wallets'>) {
    this.#parts = parts
  }

  /** Shows the owner's action, and no other any more, as soon as the part that can has come. */
  follow({ action, hurry, giveUpAction }: ActionOwner, setting: Omit<ActionOptions, 'url' | 'onFinished'>): void {
    if (action?.url === (this.#url ?? undefined)) return
    this.clear()
    const open = action && this.#openerOf(action)
    if (!open || !isWebAddress(action.url)) return
    this.#url = action.url
    this.open = open({ ...setting, url: action.url, onFinished: hurry })
    this.#timer = setTimeout(giveUpAction, timeoutMs)
  }

  /** The element has left the page, perhaps to come back elsewhere in it. */
  leave(): void {
    if (this.open?.isInPage) this.clear()
  }

  /** Shows nothing, until it is told to follow again. */
  clear(): void {
    clearTimeout(this.#timer)
    this.open?.close()
    this.open = null
    this.#url = null
  }

  #openerOf({ type }: NextAction): ((options: ActionOptions) => OpenAction) | undefined {
    const { wallets, challenge } = this.#parts
    return type === 'redirect' ? wallets()?.openRedirect : challenge()?.openChallenge
  }
}

const isWebAddress = (url: string): boolean => /^https?:/.test(url)
