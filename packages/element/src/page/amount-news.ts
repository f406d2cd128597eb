import { laterChargesOf } from '../checkout/order/offer.ts'
import type { View } from '../views/view.ts'

interface Known {
  /** What was charged now and later when it was drawn last. */
  readonly amounts: string
  readonly news: string
}

const known = new WeakMap<object, Known>()

/** The amounts due now and later, for a screen reader, once they are others than those that `element` has shown first; empty until then. */
export const amountNews = (element: object, view: View | null): string => {
  const display = view?.checkout.quote_display
  if (!display) return ''
  const { texts, checkout } = view
  const later = laterChargesOf(checkout).map(({ date, formatted_amount: much }) => `${date} ${much}`)
  const { amount } = display.due_now
  const { next_charge: next, recurring } = checkout.quote ?? {}
  const amounts = `${[amount, next?.amount, recurring?.amount]}`
  const former = known.get(element)
  const said = [`${texts.say('summary.due')} ${display.due_now.formatted_amount}`, ...later].join('; ')
  const isNews = former !== undefined && (former.amounts !== amounts || former.news !== '')
  known.set(element, { amounts, news: isNews ? said : '' })
  return isNews ? said : ''
}
