import { html, nothing } from 'lit'
import type { Notice, Trouble } from '../checkout/notice.ts'
import type { MessageKey } from '../messages/checkout-catalogue.ts'
import { declineMessageOf } from './decline-message.ts'
import type { Drawing, View } from './view.ts'
import { alertIcon, clockIcon } from './outcome-icons.ts'

/** A notice in words. */
interface Words {
  readonly tone: 'danger' | 'warning'
  readonly title: MessageKey | null
  readonly text: MessageKey
  /** Said after the text: that nothing was charged. */
  readonly reassurance: MessageKey | null
}

/** What went wrong or has changed, above the form; focusable, so that recovery starts there. */
export const drawNotice = (notice: Notice, { checkout, texts }: View): Drawing => {
  const { tone, title, text, reassurance } = wordsOf(notice)
  return html`<div class="notice ${tone}" part="notice" id="notice" tabindex="-1">
    ${alertIcon}
    <div>
      ${title === null ? nothing : html`<p class="notice-title" part="notice-title">${texts.say(title)}</p>`}
      <p>
        ${texts.say(text, { merchant: checkout.merchant.name })}
        ${reassurance === null ? nothing : texts.say(reassurance)}
      </p>
    </div>
  </div>`
}

const reasons: Readonly<Partial<Record<Trouble, MessageKey>>> = {
  address_required: 'address.why',
  amount_changed: 'notice.amount_changed',
  rate_limited: 'problem.rate_limited',
  too_many_attempts: 'problem.too_many_attempts',
  payment_in_progress: 'problem.rate_limited',
  already_subscribed: 'problem.already_subscribed',
  card_token_invalid: 'problem.card_again',
  payment_method_required: 'problem.card_again',
  frame_unavailable: 'problem.frame',
}

const wordsOf = (notice: Notice): Words => {
  if (notice.kind === 'declined' && notice.payment.payment_status === 'CANCELLED')
    return { tone: 'warning', title: 'decline.cancelled', text: 'decline.nothing', reassurance: null }
  if (notice.kind === 'declined')
    return {
      tone: 'danger',
      title: 'decline.title',
      text: declineMessageOf(notice.payment),
      reassurance: 'decline.nothing',
    }
  const { code } = notice
  return {
    tone: code === 'amount_changed' ? 'warning' : 'danger',
    title: code === 'amount_changed' || code === 'frame_unavailable' ? null : 'problem.title',
    text: reasons[code] ?? 'problem.other',
    reassurance: null,
  }
}

/** That the session is about to expire. */
export const drawExpiring = (minutes: number, { texts }: View): Drawing =>
  html`<div class="notice warning" part="expiring">
    ${clockIcon}
    <p>${texts.say('notice.expiring', { minutes })}</p>
  </div>`
