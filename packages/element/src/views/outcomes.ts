/**
 * What a shopper sees once something has happened: notices and outcomes. Not needed for the first paint, and asked for
 * right after it, so that it is there when the network is not.
 */
export { drawExpiring, drawNotice } from './notice.ts'
export { drawChecking, drawExpired, drawIncomplete, drawPaid, drawUnavailable } from './outcome.ts'
export { stateStyles as styles } from '../styles/state-styles.ts'
