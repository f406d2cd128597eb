/**
 * Everything that a payment needs after the click, in a separate chunk. It loads right after the card form, because the network may fail
 * later.
 */
export { PaymentFlow } from './payment-flow.ts'

/** Empty, because this chunk draws nothing. */
export const styles = ''
