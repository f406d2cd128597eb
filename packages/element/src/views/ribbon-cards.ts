/** What the opened ribbon lists: a chunk of its own, of data alone, because only developers ever open it. */
export { testCardGroups } from '../card-frame/test-cards.ts'
export { testCardWords } from './test-card-words.ts'
