export { adapter } from './connection/adapter.ts'
export { readKinds } from './methods/kinds.ts'
export { type StripeAccountOptions } from './stripe-account.ts'
export { stripeProcessor } from './stripe-processor.ts'
