/**
 * What is seen from the click on: what the shopper does elsewhere, and the notices and outcomes with their words. Not
 * needed for the first paint, and asked for right after it, so that it is there when the network is not.
 */
export { loadLaterCatalogue as loadWords } from '../../messages/later-catalogue.ts'
export { renderConsentBox } from '../form/consent-box.ts'
export { effectsFrom } from '../outcome-effects.ts'
export { renderNotices } from '../notice.ts'
export { renderReplacement } from './instead-of-form.ts'
export { renderIncomplete, renderPaid, renderUnavailable, renderWorking, isWhole } from './outcome.ts'
export { stateStyles as styles } from '../../styles/state-styles.ts'
