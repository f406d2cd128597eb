import type { Checkout } from '@billing-checkout/contract'
import type { CheckoutState } from '../state/checkout-state.ts'
import type { PhaseTrigger } from '../state/phase.ts'
import type { Answer } from '../requests/transport.ts'

/** The checkout that a payment belongs to, as the payment's flow changes it. */
export interface PaymentOwner extends CheckoutState {
  /** Changes the phase as the table of phases says. */
  happen(trigger: PhaseTrigger): void
  /** Reads the session. */
  look(): Promise<Answer<Checkout>>
  /** Reads the session and shows it. */
  read(): Promise<void>
  /** Shows the session as it was read. */
  take(checkout: Checkout): void
  /** Tells the page that the checkout cannot be shown or go on. */
  tellError(code: string, message: string, requestId?: string | null): void
}
