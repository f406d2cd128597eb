import type { ActionOptions, ShownAction } from '../checkout/actions/shown-action.ts'
import { cancelActionInPage, cancelActionAtServer, listenToActionPage } from '../checkout/actions/action-page.ts'
import { resolveColorScheme } from '../styles/theme-of.ts'
import { openWindow } from '../wallets/redirect-window.ts'
import { challengeWindowFor } from './challenge-window.ts'

/** Milliseconds in which the server's page in the frame must answer a cancellation. */
const cancelMs = 2000

// Milliseconds after which the frame is reloaded if the network failed. The frame does not report a failure, because a browser's error page
// loads like any other page.
const reloadMs = 3000

/** Milliseconds after which the button that opens the challenge in a window is highlighted, because the bank may refuse to be framed. */
const stuckMs = 8000

/**
 * Shows the issuer's 3-D Secure page in a modal dialog. The dialog's frame contains a page of the billing server, and that page contains
 * the issuer's page; the merchant's page can read neither. If the shopper cancels, the dialog asks the server's page to cancel, and stays
 * until the server has answered. If a bank refuses to be framed, the shopper can open its page in a window.
 */
export const openChallenge = ({ url, root, texts, onFinished }: ActionOptions): ShownAction => {
  const dialog = document.createElement('dialog')
  const title = document.createElement('h2')
  const cancel = document.createElement('button')
  const heading = document.createElement('header')
  const frame = document.createElement('iframe')
  const footer = document.createElement('footer')
  const blocked = document.createElement('span')
  const elsewhere = document.createElement('button')
  const framed = `${url}?scheme=${resolveColorScheme(getComputedStyle(root).colorScheme)}`
  let popup: Window | null = null
  const page = () => frame.contentWindow
  const timers: ReturnType<typeof setTimeout>[] = []

  dialog.className = 'challenge waiting'
  dialog.setAttribute('part', 'challenge')
  dialog.lang = texts.locale
  dialog.dir = texts.direction
  dialog.setAttribute('aria-labelledby', 'challenge-title')
  title.id = 'challenge-title'
  title.setAttribute('part', 'challenge-title')
  title.tabIndex = -1
  title.autofocus = true
  title.textContent = texts.say('action.confirm')
  cancel.type = 'button'
  cancel.setAttribute('part', 'challenge-cancel')
  cancel.textContent = texts.say('action.cancel')
  frame.setAttribute('part', 'challenge-frame')
  frame.title = texts.say('action.confirm')
  frame.src = framed
  blocked.role = 'status'
  elsewhere.type = 'button'
  elsewhere.setAttribute('part', 'challenge-open')
  elsewhere.textContent = texts.say('action.open')
  timers.push(setTimeout(() => footer.classList.add('stuck'), stuckMs))

  const fit = (): void => {
    const size = challengeWindowFor({ width: innerWidth, height: innerHeight })
    dialog.classList.toggle('full', size === 'full')
    // Set by script, because a style attribute would need 'unsafe-inline' in the page's Content-Security-Policy.
    frame.style.inlineSize = size === 'full' ? '' : `${size.width}px`
    frame.style.blockSize = size === 'full' ? '' : `${size.height}px`
  }
  // If the heading and the cancel button do not fit on one line, the button shows a cross, but keeps its accessible name.
  const tighten = new ResizeObserver(() => {
    dialog.classList.remove('tight')
    dialog.classList.toggle('tight', heading.scrollWidth > heading.clientWidth)
  })
  const giveUp = (): void => {
    if (cancel.ariaDisabled) return
    // Not `disabled`, because a disabled button would lose the focus.
    cancel.ariaDisabled = 'true'
    const hasLoaded = !isWaiting()
    if (hasLoaded) cancelActionInPage(page, url)
    // If the server's page does not answer, perhaps because it has not loaded, cancel at the server, so that the shopper can leave.
    timers.push(setTimeout(() => void cancelActionAtServer(url).then(onFinished), hasLoaded ? cancelMs : 0))
  }
  cancel.addEventListener('click', giveUp)
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    giveUp()
  })
  const isWaiting = (): boolean => dialog.classList.contains('waiting')
  const onShown = (): void => dialog.classList.remove('waiting')
  frame.addEventListener('load', () => timers.push(setTimeout(() => isWaiting() && (frame.src = framed), reloadMs)))
  addEventListener('resize', fit)
  const stopListening = listenToActionPage(page, url, { onShown, onFinished })
  const stopListeningElsewhere = listenToActionPage(() => popup, url, { onFinished })
  elsewhere.addEventListener('click', () => {
    if (popup !== null && !popup.closed) return popup.focus()
    popup = openWindow(`${url}?window=1`)
    blocked.textContent = popup === null ? texts.say('action.blocked') : ''
  })

  heading.append(title, cancel)
  footer.append(blocked, elsewhere)
  dialog.append(heading, frame, footer)
  root.append(dialog)
  fit()
  dialog.showModal()
  for (const part of [heading, title, cancel]) tighten.observe(part)
  return {
    isInPage: true,
    close() {
      for (const timer of timers) clearTimeout(timer)
      stopListening()
      stopListeningElsewhere()
      popup?.close()
      tighten.disconnect()
      removeEventListener('resize', fit)
      // `close()` returns the focus; removing the dialog alone would not.
      dialog.close()
      dialog.remove()
    },
  }
}
