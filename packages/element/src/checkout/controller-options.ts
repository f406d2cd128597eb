import type { PaymentFlowOptions } from './payment/payment-flow-options.ts'
import type * as PaymentPart from './payment/payment-part.ts'
import type { CheckoutReader } from './requests/transport.ts'

/** The dependencies of a controller. */
export interface ControllerOptions extends PaymentFlowOptions {
  /** The element's own `locale`; null leaves the language to the session, page and browser. */
  readonly locale: () => string | null
  readonly languages: () => readonly string[]
  readonly reader: CheckoutReader
  /** The chunk for everything after the shopper's click: loaded now if `isAsked`, else awaited; null if it cannot be loaded. */
  readonly afterClick: (isAsked: boolean) => Promise<typeof PaymentPart | null>
}
