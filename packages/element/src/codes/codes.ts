/** The field for discount codes, in a chunk of its own, for sessions that allow codes. */
export { loadCodesCatalogue as loadWords } from '../messages/codes-catalogue.ts'
export { renderCode } from './code-view.ts'
export { codeStyles as styles } from './code-styles.ts'
