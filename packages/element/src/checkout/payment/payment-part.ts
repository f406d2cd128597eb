/**
 * What a payment needs from the click on: a chunk of its own, not needed for the first paint, and asked for right after
 * the card can be typed, so that it is there when the network is not.
 */
export { PaymentFlow } from './payment-flow.ts'

/** It has no looks of its own. */
export const styles = ''
