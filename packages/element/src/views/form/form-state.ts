import type { CheckoutState } from '../../checkout/state/checkout-state.ts'
import { mustQueryOutcome } from '../../checkout/state/phase.ts'
import type { CheckoutViewInput } from '../../drawing/view.ts'

/** The inputs of the form's state; `view` is null while the session is being read. */
export interface FormSource {
  readonly view: Pick<CheckoutViewInput, 'checkout'> | null
  readonly controller: Pick<CheckoutState, 'phase' | 'notice'> | null
  readonly card: { readonly state: string } | null
}

/** The state of the form. */
export interface FormState {
  /** Whether the form asks for a payment method. False if the order needs none, as for a free plan or a change without a charge now. */
  readonly needsMethod: boolean
  /** Whether the card frame is still loading, so that nothing else should use the network. */
  readonly isLoading: boolean
  /** Whether the shopper has to wait or has paid. */
  readonly isBusy: boolean
}

/** Derives the form's state from the checkout, its phase and the card frame. */
export const formStateOf = ({ view, controller, card }: FormSource): FormState => {
  if (!view || !controller) return { needsMethod: true, isLoading: true, isBusy: true }
  const { phase, notice } = controller
  const needsMethod = view.checkout.needs_method
  return {
    needsMethod,
    isLoading: needsMethod && phase === 'ready' && card?.state !== 'ready' && !notice,
    isBusy: phase === 'paying' || mustQueryOutcome(phase) || phase === 'paid',
  }
}
