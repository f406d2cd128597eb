import type { Checkout } from '@billing-checkout/contract'
import type { CheckoutState } from '../state/checkout-state.ts'
import type { PhaseTrigger } from '../state/phase.ts'
import type { Answer } from '../requests/transport.ts'

/** The checkout of a payment, as the payment's flow changes it. */
export interface PaymentOwner extends CheckoutState {
  /** Changes the phase by the table `phaseChanges`. */
  happen(trigger: PhaseTrigger): void
  /** Reads the session. */
  look(): Promise<Answer<Checkout>>
  /** Reads the session and shows it. */
  read(): Promise<void>
  /** Shows a session that was read. */
  take(checkout: Checkout): void
  /** Dispatches `billing-error`: the checkout cannot be shown, or cannot continue. */
  tellError(code: string, message: string, requestId?: string | null): void
}
