/**
 * The views that the first paint does not need, with the brand logos for them, in a chunk that shares no code with the
 * script: otherwise the script's content-hashed name would have to be imported back.
 */
export { describeOwn } from './outcome/own-subscription.ts'
export { renderMethodOf, renderReceipt } from './outcome/receipt.ts'
export { renderSandboxRibbon } from './sandbox/sandbox-ribbon.ts'
export { renderStoreBox } from './form/store-box.ts'
export { laterStyles as styles } from '../styles/later-styles.ts'
