/**
 * The method list, in a separate chunk. A form with saved methods or wallets waits for this chunk. The chunk also starts wallets, because a
 * wallet must open during the click, without waiting for another chunk.
 */
export { availableKinds } from '../wallets/available-kinds.ts'
export { startWallet } from '../wallets/start-wallet.ts'
export { defaultMethod } from '../checkout/order/chosen-method.ts'
export { renderCurrentMethod } from './current-method.ts'
export { renderMethodRows } from './method-list.ts'
export { methodStyles as styles } from './method-styles.ts'
