import type { Payment } from '@billing-checkout/contract'
import type { Texts } from '../../messages/texts.ts'

/** What the shopper has to do elsewhere before a payment continues. */
export type NextAction = NonNullable<Payment['next_action']>

/** What showing an action needs. */
export interface ActionOptions {
  readonly url: string
  /** Where a dialog goes. */
  readonly root: Element
  readonly texts: Texts
  /** A window that was opened for it by a click; null if the browser allowed none, undefined if no click was made. */
  readonly popup: Window | null | undefined
  /** Something may have become of the payment: ask now. */
  readonly onFinished: () => void
  /** Its window was opened or blocked. */
  readonly onChange: () => void
}

/** An action that is being shown. */
export interface OpenAction {
  /** Whether it is a dialog in the page, which cannot outlive the element's place there. */
  readonly isInPage: boolean
  /** Takes it off the screen; what becomes of the payment does not depend on it. */
  close(): void
  /** Whether the browser opened its window; absent if it has none. */
  readonly window?: 'open' | 'blocked'
  /** Brings its window up again; absent if it has none. */
  reopen?(): void
  /** Cancels it; absent if it does so by itself. */
  cancel?(): void
}
