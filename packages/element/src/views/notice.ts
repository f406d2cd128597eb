import { html, nothing } from 'lit'
import type { Notice, Trouble } from '../checkout/notice.ts'
import type { MessageKey } from '../messages/checkout-catalogue.ts'
import { isFinal } from '../checkout/final-refusals.ts'
import { declineMessageOf, walletOf } from './decline-message.ts'
import type { Drawing, View } from './view.ts'
import { alertIcon, clockIcon } from './outcome-icons.ts'

/** A notice in words. */
interface Words {
  readonly tone: 'danger' | 'warning'
  readonly title: MessageKey | null
  readonly text: MessageKey
  /** Said after the text: that nothing was charged, or what else is so. */
  readonly reassurance: MessageKey | null
  /** Whether nobody but the merchant can help. */
  readonly hasHelp?: boolean
}

/** What went wrong or has changed, above the form; focusable, so that recovery starts there. */
export const drawNotice = (notice: Notice, { checkout, texts }: View): Drawing => {
  const { merchant } = checkout
  const { tone, title, text, reassurance, hasHelp } = wordsOf(notice)
  return html`<div class="notice ${tone}" part="notice" id="notice" tabindex="-1">
    ${alertIcon}
    <div>
      ${title === null ? nothing : html`<p class="notice-title" part="notice-title">${texts.say(title)}</p>`}
      <p>
        ${texts.say(text, { merchant: merchant.name, method: (notice.kind === 'declined' && walletOf(notice.payment)) || '' })}${
          reassurance === null ? nothing : texts.blank + texts.say(reassurance)
        }${
          hasHelp && merchant.support_email !== null
            ? html`${texts.blank}<a part="link" href="mailto:${merchant.support_email}">${merchant.support_email}</a>`
            : nothing
        }
      </p>
    </div>
  </div>`
}

const reasons: Readonly<Partial<Record<Trouble, MessageKey>>> = {
  address_required: 'address.why',
  amount_changed: 'notice.amount_changed',
  trial_used: 'notice.trial_used',
  offline: 'problem.offline',
  rate_limited: 'problem.rate_limited',
  too_many_attempts: 'problem.too_many_attempts',
  payment_in_progress: 'problem.rate_limited',
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
  if (code === 'already_subscribed')
    return {
      tone: 'warning',
      title: 'problem.already_subscribed',
      text: 'problem.contact',
      reassurance: null,
      hasHelp: true,
    }
  const isNews = code === 'amount_changed' || code === 'trial_used'
  const hasHelp = isFinal(code)
  return {
    tone: isNews ? 'warning' : 'danger',
    title: isNews || code === 'frame_unavailable' ? null : 'problem.title',
    text: reasons[code] ?? (hasHelp ? 'problem.contact' : 'problem.other'),
    reassurance:
      code === 'trial_used' ? 'notice.amount_changed' : code === 'offline' || hasHelp ? 'decline.nothing' : null,
    hasHelp,
  }
}

/** That the session is about to expire. */
export const drawExpiring = (minutes: number, { texts }: View): Drawing =>
  html`<div class="notice warning" part="expiring">
    ${clockIcon}
    <p>${texts.say('notice.expiring', { minutes })}</p>
  </div>`

/** What a shopper has to know who is to pay what could not be charged. */
export const drawRecover = ({ texts }: View): Drawing =>
  html`<div class="notice warning" part="recover">
    ${alertIcon}
    <p>${texts.say('recover.notice')}</p>
  </div>`
