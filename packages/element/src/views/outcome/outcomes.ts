/**
 * What is shown after the click: actions elsewhere, notices and outcomes, with their messages, in a chunk of its own.
 * It loads right after the first paint, in case the network fails later.
 */
export { loadLaterCatalogue as loadWords } from '../../messages/later-catalogue.ts'
export { renderConsentBox } from '../form/consent-box.ts'
export { effectsFrom } from '../outcome-effects.ts'
export { renderNotices } from '../notice.ts'
export { renderReplacement } from './instead-of-form.ts'
export { renderIncomplete, renderPaid, renderUnavailable, renderWorking, isWhole } from './outcome.ts'
export { stateStyles as styles } from '../../styles/state-styles.ts'
