/** Answers of an imaginary billing service, for pages and tests that show the element in every state. */
export { aCheckout, type CheckoutWishes } from './a-checkout.ts'
export { aPayment } from './a-payment.ts'
export { aPortal, aPortalSubscription } from './a-portal.ts'
