import type { LazyLoader, LazyChunk } from '../../drawing/lazy-chunk.ts'
import type { ActionOptions, NextAction, ShownAction, ShowAction } from './shown-action.ts'

/** The chunks that show actions. */
export interface ActionChunks {
  readonly challenge: LazyLoader<LazyChunk & { readonly openChallenge: ShowAction }>
  readonly wallets: LazyLoader<LazyChunk & { readonly openRedirect: ShowAction }>
}

/** The checkout whose action is shown. */
export interface ActionHost {
  readonly action: NextAction | null
  readonly wake: () => void
  readonly giveUpAction: () => void
}

/** How long, in milliseconds, a shopper may take at a bank or a wallet. After the same time, the server ends the wait. */
const timeoutMs = 600_000

/** Shows the payment's current action; there is at most one. */
export class ActionDisplay {
  /** The action that is shown now. */
  open: ShownAction | null = null
  #url: string | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #parts: ActionChunks

  constructor(parts: ActionChunks) {
    this.#parts = parts
  }

  /** Shows the checkout's action, once the chunk for it has loaded, and closes any other action. */
  follow({ action, wake, giveUpAction }: ActionHost, setting: Omit<ActionOptions, 'url' | 'onFinished'>): void {
    if (action?.url === this.#url) return
    this.clear()
    const open = action && this.#openerOf(action)
    if (!open || !isWebAddress(action.url) || setting.root.ownerDocument !== document) return
    this.#url = action.url
    this.open = open({ ...setting, url: action.url, onFinished: wake })
    this.#timer = setTimeout(giveUpAction, timeoutMs)
  }

  /** Call this when the element leaves the page, even if it may return. Closes an action that is a dialog, but not an action's window. */
  leave(): void {
    if (this.open?.isInPage) this.clear()
  }

  /** Closes the action, and shows none until the next `follow`. */
  clear(): void {
    clearTimeout(this.#timer)
    this.open?.close()
    this.open = null
    this.#url = undefined
  }

  #openerOf({ type }: NextAction): ShowAction | undefined {
    const { wallets, challenge } = this.#parts
    return type === 'redirect' ? wallets()?.openRedirect : challenge()?.openChallenge
  }
}

const isWebAddress = (url: string): boolean => /^https?:/.test(url)
