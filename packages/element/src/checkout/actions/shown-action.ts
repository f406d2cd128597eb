import type { Payment } from '@billing-checkout/contract'
import type { Texts } from '../../messages/texts.ts'

/** A step that the shopper has to do elsewhere before a payment continues. */
export type NextAction = NonNullable<Payment['next_action']>

/** What is needed to show an action. */
export interface ActionOptions {
  readonly url: string
  /** The element that contains the dialog. */
  readonly root: Element
  readonly texts: Texts
  /** A window that the shopper's click opened for the action; null if the browser blocked it, undefined if the click opened none. */
  readonly popup: Window | null | undefined
  /** Called if the payment's outcome may be known now. */
  readonly onFinished: () => void
  /** Called if the action's window was opened or blocked. */
  readonly onChange: () => void
}

/** Shows an action in a dialog or in a window. */
export type ShowAction = (options: ActionOptions) => ShownAction

/** An action that is being shown. */
export interface ShownAction {
  /** Whether the action is a dialog in the page, which closes if the element leaves the page. */
  readonly isInPage: boolean
  /** Hides the action. The payment continues unchanged. */
  close(): void
  /** Whether the browser opened the action's window; absent if the action has no window. */
  readonly window?: 'open' | 'blocked'
  /** Brings the action's window to the front; absent if the action has no window. */
  reopen?(): void
  /** Cancels the action; absent if the action has its own button for that. */
  cancel?(): void
}
