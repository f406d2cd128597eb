import type { Payment } from '@billing-checkout/contract'
import type { Texts } from '../messages/texts.ts'

/** What the shopper has to do elsewhere before a payment goes on. */
export type NextAction = NonNullable<Payment['next_action']>

/** What showing an action needs. */
export interface ActionOptions {
  readonly url: string
  /** Where a dialog goes. */
  readonly root: Element
  readonly texts: Texts
  /** Something may have become of the payment: ask now. */
  readonly onFinished: () => void
  /** It took too long. */
  readonly onLate: () => void
  readonly timeoutMs: number
}

/** An action that is being shown. */
export interface OpenAction {
  /** Takes it off the screen; what becomes of the payment does not depend on it. */
  close(): void
}

/** How an action is shown; null while the part that can is still on its way. */
export type ShowAction = (action: NextAction) => ((options: ActionOptions) => OpenAction) | null

/** Shows at most one action: the one that is open now. */
export class ActionStage {
  #url: string | null = null
  #open: OpenAction | null = null

  /** Shows `action`, and no other any more; null shows none. */
  follow(action: NextAction | null, show: ShowAction, options: Omit<ActionOptions, 'url'>): void {
    if (action?.url === (this.#url ?? undefined)) return
    this.clear()
    const open = action && show(action)
    if (!open || !isWebAddress(action.url)) return
    this.#url = action.url
    this.#open = open({ ...options, url: action.url })
  }

  /** Shows nothing, until it is told to follow again. */
  clear(): void {
    this.#open?.close()
    this.#open = null
    this.#url = null
  }
}

const isWebAddress = (url: string): boolean => /^https?:/.test(url)
