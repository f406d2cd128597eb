import type { Checkout } from '@billing-checkout/contract'
import { type WalletKind, wallets } from './wallet-kinds.ts'

/**
 * The sandbox's sheet for a wallet that pays in a sheet: what it approves, what it declines, and a way out. In English
 * everywhere: it speaks to developers. Answers the token, or null when the sheet was closed.
 */
export const askSandbox = (kind: WalletKind, checkout: Checkout, root: Element): Promise<string | null> =>
  new Promise((resolve) => {
    const { name } = wallets[kind]
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
    dialog.lang = 'en'
    dialog.dir = 'ltr'
    dialog.setAttribute('aria-labelledby', 'sheet-title')
    title.id = 'sheet-title'
    title.textContent = `${name}, sandbox`
    sum.className = 'sheet-sum'
    sum.textContent = `${checkout.merchant.name}: ${checkout.quote_display?.due_now.formatted_amount ?? ''}`
    note.textContent = 'A test: no wallet is asked and no money moves.'
    dialog.append(
      title,
      sum,
      button('Pay', 'button', choose(token)),
      button('Pay, and be declined', 'button secondary', choose(`${token}_declined`)),
      button('Close', 'button secondary', choose(null)),
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
