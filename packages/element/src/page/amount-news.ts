import { laterChargesOf } from '../checkout/order/offer.ts'
import type { CheckoutView } from '../drawing/view.ts'

interface Known {
  /** The amounts that were drawn last. */
  readonly amounts: string
  readonly news: string
}

const known = new WeakMap<object, Known>()

/** Text for a screen reader: empty until the amounts of `element` first change; from then on always the amounts due now and later. */
export const amountNews = (element: object, view: CheckoutView | null): string => {
  const display = view?.checkout.quote_display
  if (!display) return ''
  const { texts, checkout } = view
  const later = laterChargesOf(checkout).map(({ date, formatted_amount: much }) => `${date} ${much}`)
  const { amount } = display.due_now
  const { next_charge: next, recurring } = checkout.quote ?? {}
  const amounts = `${[amount, next?.amount, recurring?.amount]}`
  const former = known.get(element)
  const words = [`${texts.say('summary.due')} ${display.due_now.formatted_amount}`, ...later].join('; ')
  const isNews = former !== undefined && (former.amounts !== amounts || former.news !== '')
  known.set(element, { amounts, news: isNews ? words : '' })
  return isNews ? words : ''
}
