import type { Checkout } from '@billing-checkout/contract'
import { directionOf } from '@billing-checkout/domain/locales'

/** What every sheet of a wallet begins with. */
export interface SheetHead {
  readonly title: string
  /** The language of its content. */
  readonly locale: string
  /** Called when the shopper leaves it by a key. */
  readonly onLeave: () => void
}

/** A sheet over the checkout, closed: its title, who sells, and what is due now. */
export const sheetAround = ({ merchant, quote_display: display }: Checkout, head: SheetHead): HTMLDialogElement => {
  const dialog = document.createElement('dialog')
  const title = document.createElement('h2')
  const sum = document.createElement('p')
  dialog.className = 'sheet'
  dialog.setAttribute('part', 'wallet-sheet')
  dialog.lang = head.locale
  dialog.dir = directionOf(head.locale)
  dialog.setAttribute('aria-labelledby', 'sheet-title')
  title.id = 'sheet-title'
  title.textContent = head.title
  sum.className = 'sheet-sum'
  sum.textContent = `${merchant.name}: ${display?.due_now.formatted_amount ?? ''}`
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    head.onLeave()
  })
  dialog.append(title, sum)
  return dialog
}
