/** The content of the opened ribbon, in a separate chunk, because only developers open it. */
export { renderTestCards } from './render-test-cards.ts'
export { testCardStyles as styles } from '../../styles/test-card-styles.ts'
