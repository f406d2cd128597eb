import type { Checkout } from '@billing-checkout/contract'
import { directionOf } from '@billing-checkout/domain/locales'

/** The options that every wallet sheet has. */
export interface SheetOptions {
  readonly title: string
  /** The locale of the sheet's texts. */
  readonly locale: string
  /** Called if the shopper leaves the sheet by pressing Escape. */
  readonly onLeave: () => void
}

/** A sheet over the checkout, not opened yet, with its title, the seller, and the amount due now. */
export const createSheet = (
  { merchant, quote_display: display }: Checkout,
  options: SheetOptions,
): HTMLDialogElement => {
  const dialog = document.createElement('dialog')
  const title = document.createElement('h2')
  const sum = document.createElement('p')
  dialog.className = 'sheet'
  dialog.setAttribute('part', 'wallet-sheet')
  dialog.lang = options.locale
  dialog.dir = directionOf(options.locale)
  dialog.setAttribute('aria-labelledby', 'sheet-title')
  title.id = 'sheet-title'
  title.textContent = options.title
  sum.className = 'sheet-sum'
  sum.textContent = `${merchant.name}: ${display?.due_now.formatted_amount ?? ''}`
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    options.onLeave()
  })
  dialog.append(title, sum)
  return dialog
}

/** A button of a sheet. */
export const createSheetButton = (words: string, className: string, onPress: () => void): HTMLButtonElement => {
  const element = document.createElement('button')
  element.type = 'button'
  element.className = className
  element.textContent = words
  element.addEventListener('click', onPress)
  return element
}
