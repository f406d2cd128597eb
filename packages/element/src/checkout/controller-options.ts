import type { PaymentFlowOptions } from './payment/payment-flow-options.ts'
import type * as PaymentPart from './payment/payment-part.ts'
import type { CheckoutReader } from './requests/transport.ts'

/** The dependencies of a controller. */
export interface ControllerOptions extends PaymentFlowOptions {
  /** The element's own `locale`; if null, the session, page or browser decides the language. */
  readonly locale: () => string | null
  readonly languages: () => readonly string[]
  readonly reader: CheckoutReader
  /**
   * The chunk for everything after the shopper's click; null if it cannot be loaded. If `isAsked`, the call starts loading it; otherwise it
   * waits until another call has loaded it.
   */
  readonly afterClick: (isAsked: boolean) => Promise<typeof PaymentPart | null>
}
