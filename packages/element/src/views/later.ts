/**
 * The views that the first paint can do without, with the brand marks they need: built as a chunk of their own that
 * shares nothing with the script, so that neither name of the script has to be imported back.
 */
export { describeOwn } from './outcome/own-subscription.ts'
export { renderMethodOf, renderReceipt } from './outcome/receipt.ts'
export { renderSandboxRibbon } from './sandbox/sandbox-ribbon.ts'
export { renderStoreBox } from './form/store-box.ts'
export { laterStyles as styles } from '../styles/later-styles.ts'
