/**
 * The views after the click (actions at a bank or wallet, notices and outcomes) with their messages, in a separate chunk. It loads as soon
 * as the shopper can type a card, because the network may fail later.
 */
export { loadLaterCatalogue as loadMessages } from '../../messages/later-catalogue.ts'
export { renderConsentBox } from '../form/consent-box.ts'
export { effectsOf } from '../outcome-effects.ts'
export { renderNotices } from '../notice.ts'
export { renderReplacement } from './form-replacement.ts'
export { renderIncomplete, renderPaid, renderUnavailable, renderWorking, isReady } from './outcome.ts'
export { outcomeStyles as styles } from '../../styles/outcome-styles.ts'
