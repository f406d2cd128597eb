import type { ActionOptions, OpenAction } from '../checkout/actions/open-action.ts'
import { askToCancel, cancelAction, listenToPage } from '../checkout/actions/action-page.ts'
import { usedScheme } from '../styles/theme-of.ts'
import { openWindow } from '../wallets/redirect-window.ts'
import { challengeWindowFor } from './challenge-window.ts'

const patienceMs = 2000

// A frame cannot tell its page that the network failed: the browser's words about it load like any page.
const reloadMs = 3000

/** As long as a challenge that works takes to be there: a bank that refuses to be shown in a frame never is. */
const stuckMs = 8000

/**
 * Shows the issuer's page in a modal dialog. The frame holds a page of the billing server, which holds the issuer's: the
 * host page can read neither. Cancelling asks that page to cancel; the dialog stays until the server says what happened. A bank that
 * refuses to be in a frame is opened in a window of its own.
 */
export const openChallenge = ({ url, root, texts, onFinished }: ActionOptions): OpenAction => {
  const dialog = document.createElement('dialog')
  const title = document.createElement('h2')
  const cancel = document.createElement('button')
  const heading = document.createElement('header')
  const frame = document.createElement('iframe')
  const footer = document.createElement('footer')
  const blocked = document.createElement('span')
  const elsewhere = document.createElement('button')
  const framed = `${url}?scheme=${usedScheme(getComputedStyle(root).colorScheme)}`
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
    // By CSSOM: a style attribute would need 'unsafe-inline' in the host's policy.
    frame.style.inlineSize = size === 'full' ? '' : `${size.width}px`
    frame.style.blockSize = size === 'full' ? '' : `${size.height}px`
  }
  // Where the heading and the way out do not fit in one line, a cross stands for the latter, which keeps its name.
  const tighten = new ResizeObserver(() => {
    dialog.classList.remove('tight')
    dialog.classList.toggle('tight', heading.scrollWidth > heading.clientWidth)
  })
  const giveUp = (): void => {
    if (cancel.ariaDisabled) return
    // Not disabled: that would throw away the focus.
    cancel.ariaDisabled = 'true'
    const isThere = !isWaiting()
    if (isThere) askToCancel(page, url)
    // A page that cannot hear (it has not loaded, or not yet) does not keep the shopper here.
    timers.push(setTimeout(() => void cancelAction(url).then(onFinished), isThere ? patienceMs : 0))
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
  const stopListening = listenToPage(page, url, { onShown, onFinished })
  const stopListeningElsewhere = listenToPage(() => popup, url, { onFinished })
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
      // Closing returns the focus to its former element; only removing would not.
      dialog.close()
      dialog.remove()
    },
  }
}
