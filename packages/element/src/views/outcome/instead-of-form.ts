import { nothing } from 'lit'
import type { OpenAction } from '../../checkout/actions/open-action.ts'
import type { CheckoutState } from '../../checkout/state/checkout-state.ts'
import type * as Wallets from '../../wallets/wallets.ts'
import type * as Later from '../later.ts'
import type { Lazy } from '../lazy-part.ts'
import type { Rendering, View } from '../view.ts'
import { type Expired, renderChecking, renderExpired } from './outcome.ts'

/** What is shown in the form's place, and what it takes. */
interface FormReplacement extends Expired {
  readonly controller: Pick<CheckoutState, 'phase' | 'payment' | 'action' | 'isCheckingLong' | 'isExpiryHandled'> | null
  readonly parts: { readonly later: Lazy<typeof Later>; readonly wallets: Lazy<typeof Wallets> }
  /** What the shopper does elsewhere, if it has been opened. */
  readonly openAction: () => OpenAction | null
}

/** What stands in the place of the form: the way to another window, a payment that is checked, the end of the session; null = the form. */
export const renderReplacement = (model: FormReplacement): Rendering | null => {
  const { texts, view, controller, parts, openAction } = model
  const redirect = controller?.action?.type === 'redirect' ? parts.wallets() : null
  if (redirect !== null) return redirect.renderRedirect(texts, openAction)
  if (view === null || controller === null) return null
  const end = endOfForm(view, controller)
  if (end === null) return null
  const method = (controller.payment && parts.later()?.renderMethodOf(view, controller.payment)) || nothing
  return end === 'checking' ? renderChecking(texts, controller.isCheckingLong, method) : renderExpired(model, method)
}

/** Why there is nothing left to fill in: a payment is waited for, or the session has run out and the page does not say so itself. */
export const endOfForm = (
  { checkout }: Pick<View, 'checkout'>,
  { phase, isExpiryHandled }: Pick<CheckoutState, 'phase' | 'isExpiryHandled'>,
): 'checking' | 'expired' | null => {
  // After a reload there is nothing to agree to any more, only a payment that waits behind the dialog.
  if (phase === 'checking' || (phase === 'confirming' && checkout.phase === 'processing')) return 'checking'
  return phase === 'expired' && !isExpiryHandled ? 'expired' : null
}
