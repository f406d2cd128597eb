/**
 * The method list, in a chunk of its own; a form with saved methods or wallets waits for it, and for no other. It also
 * starts wallets, because that must not wait for anything after the click.
 */
export { availableKinds } from '../wallets/available-kinds.ts'
export { beginWallet } from '../wallets/begin-wallet.ts'
export { firstMethod } from '../checkout/order/chosen-method.ts'
export { renderCurrentMethod } from './current-method.ts'
export { renderMethodRows } from './method-list.ts'
export { methodStyles as styles } from './method-styles.ts'
