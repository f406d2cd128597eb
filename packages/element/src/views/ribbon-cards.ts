/** What the opened ribbon lists: a chunk of its own, of data and looks alone, because only developers ever open it. */
export { testCardGroups } from '../card-frame/test-cards.ts'
export { testCardWords } from './test-card-words.ts'
export { testCardStyles as styles } from '../styles/test-card-styles.ts'
