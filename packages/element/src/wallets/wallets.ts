/** The five kinds besides cards, behind one interface: a chunk of its own, loaded only where the server offers one. */
export { availableKinds } from './available-kinds.ts'
export { beginWallet } from './begin-wallet.ts'
export { drawRedirect } from './redirect-view.ts'
export { openRedirect } from './redirect-window.ts'
export { drawWallets } from './wallet-row.ts'
export { walletStyles as styles } from './wallet-styles.ts'
