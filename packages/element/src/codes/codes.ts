/** The field for discount codes, in a separate chunk, because only sessions that allow codes need it. */
export { loadCodesCatalogue as loadMessages } from '../messages/codes-catalogue.ts'
export { renderCode } from './code-view.ts'
export { codeStyles as styles } from './code-styles.ts'
