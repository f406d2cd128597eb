import { nothing } from 'lit'
import type { ShownAction } from '../../checkout/actions/shown-action.ts'
import type { CheckoutController } from '../../checkout/controller.ts'
import type { CheckoutState } from '../../checkout/state/checkout-state.ts'
import type * as Wallets from '../../wallets/wallets.ts'
import type * as Later from '../later.ts'
import type { LazyLoader } from '../../drawing/lazy-chunk.ts'
import type { CheckoutViewInput, Rendering } from '../../drawing/view.ts'
import { type ExpiredModel, renderChecking, renderExpired, renderAlreadySubscribed } from './outcome.ts'

/** The input of a view that replaces the form. */
interface FormReplacement extends ExpiredModel {
  readonly controller: Pick<
    CheckoutController,
    'phase' | 'payment' | 'notice' | 'action' | 'isCheckingLong' | 'isExpiryHandled' | 'update'
  > | null
  readonly parts: { readonly later: LazyLoader<typeof Later>; readonly wallets: LazyLoader<typeof Wallets> }
  /** The action that the shopper performs at a bank or wallet; null if none is open. */
  readonly openAction: () => ShownAction | null
}

/**
 * The view that replaces the form: a notice about the wallet's window, a payment whose outcome is unknown, an expired session, or the
 * subscription that the customer already has. Null if the form stays.
 */
export const renderReplacement = (model: FormReplacement): Rendering | null => {
  const { texts, view, controller, parts, openAction } = model
  const redirect = controller?.action?.type === 'redirect' ? parts.wallets() : null
  if (redirect) return redirect.renderRedirect(texts, openAction)
  if (!view || !controller) return null
  const end = formReplacementReason(view, controller)
  if (!end) return null
  if (end === 'subscribed') {
    const change = (id: string) => controller.update({ subscription: { id } })
    return renderAlreadySubscribed(texts, parts.later()?.describeExistingSubscription(view, controller.notice, change))
  }
  const method = (controller.payment && parts.later()?.renderPaymentMethod(view, controller.payment)) || nothing
  return end === 'checking' ? renderChecking(texts, controller.isCheckingLong, method) : renderExpired(model, method)
}

/**
 * Why another view replaces the form: an outcome is pending, the session has expired and the page does not handle the expiry, or the
 * customer is subscribed already. Null if the form stays.
 */
export const formReplacementReason = (
  { checkout }: Pick<CheckoutViewInput, 'checkout'>,
  { phase, notice, isExpiryHandled }: Pick<CheckoutState, 'phase' | 'notice' | 'isExpiryHandled'>,
): 'checking' | 'expired' | 'subscribed' | null => {
  // If the page was reloaded during the payment, there is nothing left to agree to. So behind the action's dialog, only the pending
  // payment is shown.
  if (phase === 'checking' || (phase === 'confirming' && checkout.phase === 'processing')) return 'checking'
  if (phase === 'expired') return isExpiryHandled ? null : 'expired'
  const isNoticed = notice?.kind === 'problem' && notice.code === 'already_subscribed'
  return isNoticed || checkout.refusal?.code === 'already_subscribed' ? 'subscribed' : null
}
