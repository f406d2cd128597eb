/** What the opened ribbon lists: a chunk of its own, because only developers ever open it. */
export { renderTestCards } from './render-test-cards.ts'
export { testCardStyles as styles } from '../../styles/test-card-styles.ts'
