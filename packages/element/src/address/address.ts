/** The questions about where the shopper is: a chunk of its own, for merchants who collect tax. */
export { renderAddress } from './address-view.ts'
export { addressStyles as styles } from './address-styles.ts'
