export { BillingCheckout } from './billing-checkout.ts'
export type { CardBrand } from './card-frame/brands/card-brands.ts'
export type { WalletKind } from './checkout/requests/transport.ts'
export type { Phase } from './checkout/state/phase.ts'
export {
  BillingBlurEvent,
  BillingChangeEvent,
  type BillingCheckoutEventMap,
  BillingDeclinedEvent,
  BillingErrorEvent,
  BillingExpiredEvent,
  BillingFocusEvent,
  BillingPaidEvent,
  BillingReadyEvent,
  BillingRefusedEvent,
} from './checkout/state/events.ts'
