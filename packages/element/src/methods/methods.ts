/**
 * What a shopper chooses from, if there is more than a new card: a chunk of its own, and the only one that a form with
 * saved methods or wallets waits for. A wallet begins here too, because that must not wait for anything after the click.
 */
export { availableKinds } from '../wallets/available-kinds.ts'
export { beginWallet } from '../wallets/begin-wallet.ts'
export { firstMethod } from '../checkout/order/chosen-method.ts'
export { renderCurrentMethod } from './current-method.ts'
export { renderMethodRows } from './method-list.ts'
export { methodStyles as styles } from './method-styles.ts'
