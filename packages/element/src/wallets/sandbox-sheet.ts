import type { Checkout } from '@billing-checkout/contract'
import { localeFor } from '@billing-checkout/domain/locales'
import { sandboxWords } from './sandbox-words.ts'
import { createSheet, createSheetButton } from './create-sheet.ts'
import type { WalletKind } from '../checkout/requests/transport.ts'
import { wallets } from './wallet-kinds.ts'

/**
 * The sandbox's sheet for a wallet, in the checkout's language, with buttons to approve, decline and close. Resolves with the token; null
 * if the shopper closed the sheet.
 */
export const showSandboxSheet = (kind: WalletKind, checkout: Checkout, root: Element): Promise<string | null> =>
  new Promise((resolve) => {
    const { name } = wallets[kind]
    const spoken = localeFor(checkout.locale)
    const words = sandboxWords[spoken]
    // Keep the shopper's own region, unless the texts are in another language (a neighboring language or English).
    const locale = spoken.split('-')[0] === checkout.locale.split('-')[0] ? checkout.locale : spoken
    const token = `sandbox_${kind.toLowerCase()}`
    const note = document.createElement('p')
    const choose = (answer: string | null) => () => {
      dialog.close()
      dialog.remove()
      resolve(answer)
    }
    const dialog = createSheet(checkout, { title: `${name} · ${words.sandbox}`, locale, onLeave: choose(null) })

    note.textContent = words.note
    dialog.append(
      createSheetButton(words.pay, 'button', choose(token)),
      createSheetButton(words.decline, 'button quiet', choose(`${token}_declined`)),
      createSheetButton(words.close, 'button quiet', choose(null)),
      note,
    )
    root.append(dialog)
    dialog.showModal()
  })
