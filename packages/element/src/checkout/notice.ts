import type { ProblemCode } from '@billing-checkout/contract'
import type { MessageKey } from '../messages/checkout-catalogue.ts'

/** Something the shopper has to know above the form. */
export interface Notice {
  readonly tone: 'danger' | 'warning'
  readonly title: MessageKey | null
  readonly text: MessageKey
  /** Said after the text: that nothing was charged. */
  readonly reassurance: MessageKey | null
}

const reasons: Readonly<Partial<Record<ProblemCode, MessageKey>>> = {
  amount_changed: 'notice.amount_changed',
  rate_limited: 'problem.rate_limited',
  too_many_attempts: 'problem.too_many_attempts',
  payment_in_progress: 'problem.rate_limited',
  already_subscribed: 'problem.already_subscribed',
  card_token_invalid: 'problem.card_again',
  payment_method_required: 'problem.card_again',
}

/** What to say when the server refused to start a payment. */
export const noticeOfProblem = (code: ProblemCode): Notice => ({
  tone: code === 'amount_changed' ? 'warning' : 'danger',
  title: code === 'amount_changed' ? null : 'problem.title',
  text: reasons[code] ?? 'problem.other',
  reassurance: null,
})

/** What to say when a payment was declined. */
export const noticeOfDecline = (text: MessageKey): Notice => ({
  tone: 'danger',
  title: 'decline.title',
  text,
  reassurance: 'decline.nothing',
})

/** What to say when the card frame did not come up. */
export const frameNotice: Notice = { tone: 'danger', title: null, text: 'problem.frame', reassurance: null }
