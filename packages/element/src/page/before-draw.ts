import { laterChargesOf } from '../checkout/order/offer.ts'
import type { CheckoutViewInput } from '../drawing/view.ts'

/** Prepares the drawing of `element`. Returns text for a screen reader: the amounts, or nothing if they have never changed. */
export const beforeDraw = (element: Element, view: CheckoutViewInput | null): string => {
  if (element.shadowRoot) keepStyleSheets(element.shadowRoot)
  return amountNews(element, view)
}

const knownSheets = new WeakMap<ShadowRoot, readonly CSSStyleSheet[]>()

/** Restores the style sheets of `root`, because moving the element to another document drops them. */
const keepStyleSheets = (root: ShadowRoot): void => {
  // Another document refuses the style sheets of this document.
  if (root.ownerDocument !== document) return
  if (root.adoptedStyleSheets.length > 0) knownSheets.set(root, [...root.adoptedStyleSheets])
  else root.adoptedStyleSheets = [...(knownSheets.get(root) ?? [])]
}

interface KnownAmounts {
  /** The amounts that were drawn last. */
  readonly amounts: string
  readonly news: string
}

const knownAmounts = new WeakMap<object, KnownAmounts>()

/** Text for a screen reader: empty until the amounts of `element` first change; from then on always the amounts due now and later. */
const amountNews = (element: object, view: CheckoutViewInput | null): string => {
  const display = view?.checkout.quote_display
  if (!display) return ''
  const { texts, checkout } = view
  const later = laterChargesOf(checkout).map(({ date, formatted_amount: much }) => `${date} ${much}`)
  const { amount } = display.due_now
  const { next_charge: next, recurring } = checkout.quote ?? {}
  const amounts = `${[amount, next?.amount, recurring?.amount]}`
  const former = knownAmounts.get(element)
  const words = [`${texts.say('summary.due')} ${display.due_now.formatted_amount}`, ...later].join('; ')
  const isNews = former !== undefined && (former.amounts !== amounts || former.news !== '')
  knownAmounts.set(element, { amounts, news: isNews ? words : '' })
  return isNews ? words : ''
}
