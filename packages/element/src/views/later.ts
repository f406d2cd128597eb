/**
 * The views that the first paint does not need, with the brand logos that they show, in a separate chunk. The chunk shares no code with
 * the main script, because the chunk would then have to import the main script by its content-hashed name.
 */
export { describeExistingSubscription } from './outcome/existing-subscription.ts'
export { renderPaymentMethod, renderReceipt } from './outcome/receipt.ts'
export { renderSandboxRibbon } from './sandbox/sandbox-ribbon.ts'
export { renderStoreBox } from './form/store-box.ts'
export { laterStyles as styles } from '../styles/later-styles.ts'
