import type { Checkout } from '@billing-checkout/contract'
import type { CheckoutState } from '../state/checkout-state.ts'
import type { PhaseTrigger } from '../state/phase.ts'
import type { Answer } from '../requests/transport.ts'

/** The checkout that a payment belongs to; the payment's flow changes it. */
export interface PaymentFlowHost extends CheckoutState {
  /** Changes the phase according to the table `phaseChanges`. */
  trigger(trigger: PhaseTrigger): void
  /** Reads the session. */
  fetchCheckout(): Promise<Answer<Checkout>>
  /** Reads the session and shows it. */
  read(): Promise<void>
  /** Shows the session that the server returned. */
  applyCheckout(checkout: Checkout): void
  /** Dispatches `billing-error`, because the checkout cannot be shown or cannot continue. */
  tellError(code: string, message: string, requestId?: string | null): void
}
