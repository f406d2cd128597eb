/**
 * What happens from the click on: the order, how it is insisted on, what the shopper does elsewhere, and the notices and
 * outcomes with their words. Not needed for the first paint, and asked for right after it, so that it is there when
 * the network is not.
 */
export { ExpiryWatch } from '../checkout/expiry-watch.ts'
export { insist } from '../checkout/insist.ts'
export { prepareOrder } from '../checkout/order.ts'
export { loadLaterCatalogue as loadWords } from '../messages/later-catalogue.ts'
export { followersFrom } from './followers.ts'
export { drawExpiring, drawNotice } from './notice.ts'
export { drawChecking, drawExpired, drawIncomplete, drawPaid, drawUnavailable, drawWorking } from './outcome.ts'
export { stateStyles as styles } from '../styles/state-styles.ts'
