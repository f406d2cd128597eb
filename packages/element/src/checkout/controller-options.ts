import type { PaymentFlowOptions } from './payment/payment-flow-options.ts'
import type * as PaymentPart from './payment/payment-part.ts'
import type { CheckoutReader } from './requests/transport.ts'

/** What a controller works with. */
export interface ControllerOptions extends PaymentFlowOptions {
  /** The tag of the element's own `locale`, or null to leave the language to the session, page and browser. */
  readonly locale: () => string | null
  readonly languages: () => readonly string[]
  readonly reader: CheckoutReader
  /** What is needed from the shopper's click on, fetched now if `isAsked`, else when it comes; null when it cannot be had. */
  readonly afterClick: (isAsked: boolean) => Promise<typeof PaymentPart | null>
}
