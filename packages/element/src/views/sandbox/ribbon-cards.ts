/** The content of the opened ribbon, in a chunk of its own, because only developers open it. */
export { renderTestCards } from './render-test-cards.ts'
export { testCardStyles as styles } from '../../styles/test-card-styles.ts'
