/** What a wallet needs once it has been begun: its window, the words about it, and how the sandbox's sheet looks. */
export { renderRedirect } from './redirect-view.ts'
export { openRedirect } from './redirect-window.ts'
export { walletStyles as styles } from './wallet-styles.ts'
