import type { Checkout } from '@billing-checkout/contract'
import { localeFor } from '@billing-checkout/domain/locales'
import { connectToFrame } from '../card-frame/link/connect-to-frame.ts'
import { readMessage } from '../card-frame/link/message-shape.ts'
import type { MessageToFrame } from '../card-frame/link/protocol.ts'
import { type Notice, problemNotice } from '../messages/notice.ts'
import type { WalletMethod } from '../checkout/requests/transport.ts'
import { loadWalletCatalogue } from '../messages/wallet-catalogue.ts'
import { themeOf } from '../styles/theme-of.ts'
import {
  type ButtonState,
  type MessageFromWalletFrame,
  messagesFromWalletFrame,
} from '../wallet-frame/wallet-protocol.ts'
import { createSheet, createSheetButton } from './create-sheet.ts'
import { wallets } from './wallet-kinds.ts'

/** A wallet with its button in a frame. */
export type FramedWallet = Checkout['wallet_frames'][number]

/**
 * If the frame has sent no message after this many milliseconds, it counts as lost. From its first message on, it reports failures itself.
 */
const silentMs = 10_000

/**
 * Shows a sheet with the wallet's own button, because the wallet requires that the shopper presses that button. Resolves with the wallet's
 * method; null if the shopper closed the sheet; a notice if the price has changed since the checkout was shown.
 */
export const showFramedWalletSheet = async (
  { type, url }: FramedWallet,
  checkout: Checkout,
  root: Element,
): Promise<WalletMethod | Notice | null> => {
  const locale = localeFor(checkout.locale)
  const words = await loadWalletCatalogue(locale)
  const { name } = wallets[type]
  const state = document.createElement('p')
  const frame = document.createElement('iframe')

  state.role = 'alert'
  frame.title = name
  // Every frame between this page and the wallet must allow payments. If one does not, no wallet opens in a frame of another origin.
  frame.allow = 'payment'

  return new Promise((resolve) => {
    let port: MessagePort | undefined
    let silence: ReturnType<typeof setTimeout> | undefined
    const dialog = createSheet(checkout, { title: name, locale, onLeave: () => finish(null) })
    const finish = (answer: WalletMethod | Notice | null): void => {
      clearTimeout(silence)
      port?.close()
      dialog.close()
      dialog.remove()
      resolve(answer)
    }
    const show = (buttonState: ButtonState | 'opening'): void => {
      if (buttonState === 'changed') return finish(problemNotice('amount_changed'))
      dialog.classList.toggle('opening', buttonState === 'opening')
      const isOut = buttonState === 'unavailable' || buttonState === 'lost'
      frame.hidden = isOut
      again.hidden = buttonState !== 'lost'
      state.textContent = isOut ? words[buttonState] : buttonState === 'failed' ? words.lost : ''
    }
    const hear = (data: unknown): void => {
      const message: MessageFromWalletFrame | null = readMessage(messagesFromWalletFrame, data)
      if (message === null) return
      clearTimeout(silence)
      if (message.type === 'state') return show(message.state)
      if (message.type === 'left') return finish(null)
      // Set by script, because a style attribute would need 'unsafe-inline' in the page's Content-Security-Policy.
      if (message.type === 'height') return void (frame.style.blockSize = `${message.height}px`)
      const { processor_token, connection } = message
      finish({ type, details: { processor_token, connection } })
    }
    const open = (): void => {
      show('opening')
      silence = setTimeout(() => show('lost'), silentMs)
      frame.src = url
    }
    frame.addEventListener('load', () => {
      port?.close()
      port = connectToFrame(frame, new URL(frame.src).origin, hear)
      const theme = themeOf((root.getRootNode() as ShadowRoot).host)
      port.postMessage({ type: 'configure', locale, ...theme } satisfies MessageToFrame)
    })
    const again = createSheetButton(words.again, 'button quiet', open)
    const close = createSheetButton(words.close, 'button quiet', () => finish(null))
    open()
    dialog.classList.add('framed')
    dialog.append(frame, state, again, close)
    root.append(dialog)
    dialog.showModal()
  })
}
