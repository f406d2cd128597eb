/**
 * Everything that a payment needs after the click, in a chunk of its own. It loads right after the card form, in case
 * the network fails later.
 */
export { PaymentFlow } from './payment-flow.ts'

/** This chunk draws nothing. */
export const styles = ''
