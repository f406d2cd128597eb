import type { CheckoutView } from '../drawing/view.ts'
import { amountNews } from './amount-news.ts'
import { keepStyleSheets } from './keep-style-sheets.ts'

/** Prepares the drawing of `element`. Returns text for a screen reader about changed amounts; empty if none have changed. */
export const beforeDrawing = (element: Element, view: CheckoutView | null): string => {
  if (element.shadowRoot) keepStyleSheets(element.shadowRoot)
  return amountNews(element, view)
}
