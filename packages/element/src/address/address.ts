/** The address questions, in a chunk of their own, for merchants who collect tax. */
export { renderAddress } from './address-view.ts'
export { addressStyles as styles } from './address-styles.ts'
