import type { CheckoutState } from '../../checkout/state/checkout-state.ts'
import { isOpen } from '../../checkout/state/phase.ts'
import type { View } from '../view.ts'

/** What the state of the form comes from; `view` is null while the session is being read. */
export interface FormSource {
  readonly view: Pick<View, 'checkout'> | null
  readonly controller: Pick<CheckoutState, 'phase' | 'notice'> | null
  readonly card: { readonly state: string } | null
}

/** How far the form is. */
export interface FormState {
  /** Whether there is a method to pay with: not if nothing is due and the method stays. */
  readonly hasMethod: boolean
  /** Whether the card frame is still loading, so that nothing else may compete for the network. */
  readonly isEarly: boolean
  /** Whether something is under way that the shopper cannot do anything about. */
  readonly isBusy: boolean
}

/** The state of the form. */
export const formStateOf = ({ view, controller, card }: FormSource): FormState => {
  if (!view || !controller) return { hasMethod: true, isEarly: true, isBusy: true }
  const { phase, notice } = controller
  const hasMethod = view.checkout.needs_method
  return {
    hasMethod,
    isEarly: hasMethod && phase === 'ready' && card?.state !== 'ready' && !notice,
    isBusy: phase === 'paying' || isOpen(phase) || phase === 'paid',
  }
}
