/**
 * What a shopper sees once something has happened: notices and outcomes, and their words. Not needed for the first paint, and asked for
 * right after it, so that it is there when the network is not.
 */
export { loadLaterCatalogue as loadWords } from '../messages/later-catalogue.ts'
export { drawExpiring, drawNotice } from './notice.ts'
export { drawChecking, drawExpired, drawIncomplete, drawPaid, drawUnavailable } from './outcome.ts'
export { stateStyles as styles } from '../styles/state-styles.ts'
