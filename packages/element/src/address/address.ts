/** The address questions, in a separate chunk, because only merchants who collect tax need them. */
export { renderAddress } from './address-view.ts'
export { addressStyles as styles } from './address-styles.ts'
