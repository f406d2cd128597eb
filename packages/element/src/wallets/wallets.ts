/** The code that a wallet payment needs once it has started: its window, the view about the window, and the styles of the sheets. */
export { renderRedirect } from './redirect-view.ts'
export { openRedirect } from './redirect-window.ts'
export { walletStyles as styles } from './wallet-styles.ts'
