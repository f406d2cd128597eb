import { cancelActionAtServer, listenToActionPage } from '../checkout/actions/action-page.ts'
import type { ActionOptions, ShownAction } from '../checkout/actions/shown-action.ts'

/**
 * Opens a window for a wallet's or bank's pages; null if the browser blocks it. Only a click may open a window, so without `url` the window
 * is opened empty and gets its address later.
 */
export const openWindow = (url = ''): Window | null => window.open(url, '_blank', 'popup,width=480,height=720')

const watchMs = 500

/**
 * Sends `popup` to a wallet's pages and waits for the outcome. If no window could be opened, the shopper opens one by a click; if the
 * browser blocks all windows, this page itself goes to the wallet and returns. A window that looks closed may still be open, because a
 * Cross-Origin-Opener-Policy of this page or of the wallet separates the page from the window. So a closed window only triggers a query of
 * the payment.
 */
export const openRedirect = (options: ActionOptions): ShownAction => {
  const { url, onFinished, onChange } = options
  let { popup = null } = options
  let state: ShownAction['window'] = options.popup === null ? 'blocked' : 'open'
  const become = (next: typeof state): void => {
    state = next
    onChange()
  }
  let wasOpen = popup !== null
  popup?.location.replace(url)
  const stopListening = listenToActionPage(() => popup, url, { onFinished })
  const watch = setInterval(() => {
    if (wasOpen && popup?.closed) onFinished()
    wasOpen = popup !== null && !popup.closed
  }, watchMs)
  return {
    isInPage: false,
    get window() {
      return state
    },
    reopen() {
      if (popup !== null && !popup.closed) return popup.focus()
      popup = openWindow(url)
      wasOpen = popup !== null
      become(wasOpen ? 'open' : 'blocked')
      // The shopper leaves this page and returns to it. Meanwhile, sessionStorage keeps the state that the page needs.
      if (popup === null) location.assign(`${url}?return_to=${encodeURIComponent(location.href)}`)
    },
    cancel() {
      popup?.close()
      void cancelActionAtServer(url).then(onFinished)
    },
    close() {
      clearInterval(watch)
      stopListening()
      popup?.close()
    },
  }
}
