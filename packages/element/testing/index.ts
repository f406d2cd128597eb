/** Answers of a billing service that does not exist, for pages and tests that want to see the element in every state. */
export { aCheckout, type CheckoutWishes } from './a-checkout.ts'
export { aPayment } from './a-payment.ts'
export { aPortal, aPortalSubscription } from './a-portal.ts'
