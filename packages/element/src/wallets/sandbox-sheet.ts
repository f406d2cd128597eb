import type { Checkout } from '@billing-checkout/contract'
import { directionOf, localeFor } from '@billing-checkout/domain/locales'
import { sandboxWords } from './sandbox-words.ts'
import { type WalletKind, wallets } from './wallet-kinds.ts'

/**
 * The sandbox's sheet for a wallet that pays in a sheet: what it approves, what it declines, and a way out, in the
 * checkout's language. Answers the token, or null when the sheet was closed.
 */
export const askSandbox = (kind: WalletKind, checkout: Checkout, root: Element): Promise<string | null> =>
  new Promise((resolve) => {
    const { name } = wallets[kind]
    const spoken = localeFor(checkout.locale)
    const words = sandboxWords[spoken]
    // A neighbour's language, or English, is what it is; otherwise the shopper's own region stays.
    const locale = spoken.split('-')[0] === checkout.locale.split('-')[0] ? checkout.locale : spoken
    const token = `sandbox_${kind.toLowerCase()}`
    const dialog = document.createElement('dialog')
    const title = document.createElement('h2')
    const sum = document.createElement('p')
    const note = document.createElement('p')
    const choose = (answer: string | null) => () => {
      dialog.close()
      dialog.remove()
      resolve(answer)
    }

    dialog.className = 'sheet'
    dialog.setAttribute('part', 'wallet-sheet')
    dialog.lang = locale
    dialog.dir = directionOf(locale)
    dialog.setAttribute('aria-labelledby', 'sheet-title')
    title.id = 'sheet-title'
    title.textContent = `${name} · ${words.sandbox}`
    sum.className = 'sheet-sum'
    sum.textContent = `${checkout.merchant.name}: ${checkout.quote_display?.due_now.formatted_amount ?? ''}`
    note.textContent = words.note
    dialog.append(
      title,
      sum,
      button(words.pay, 'button', choose(token)),
      button(words.decline, 'button quiet', choose(`${token}_declined`)),
      button(words.close, 'button quiet', choose(null)),
      note,
    )
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      choose(null)()
    })
    root.append(dialog)
    dialog.showModal()
  })

const button = (words: string, className: string, onPress: () => void): HTMLButtonElement => {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = className
  element.textContent = words
  element.addEventListener('click', onPress)
  return element
}
