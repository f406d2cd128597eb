import { html, nothing } from 'lit'
import type { Notice, NoticeCode } from '../messages/notice.ts'
import type { CheckoutState } from '../checkout/state/checkout-state.ts'
import type { MessageKey } from '../messages/checkout-catalogue.ts'
import { isFinalRefusal } from '../checkout/payment/refusals.ts'
import { declineMessageOf, walletNameOf } from './outcome/decline-message.ts'
import type { CheckoutViewInput, Rendering } from '../drawing/view.ts'
import { alertIcon, clockIcon } from '../drawing/outcome-icons.ts'

/** The texts of a notice. */
interface Words {
  readonly tone: 'danger' | 'warning'
  readonly title: MessageKey
  readonly text: MessageKey
  /** A sentence after the text, for example that the shopper was not charged. */
  readonly reassurance?: MessageKey | false
  /** Whether only the merchant can help; the notice then shows the merchant's support address. */
  readonly hasHelp?: boolean
}

/**
 * The notice above the form about a debt, a problem or a change. A screen reader announces it once: a notice that results from trying to
 * pay receives the focus; any other notice is an alert.
 */
export const renderNotices = (view: CheckoutViewInput, { notice, minutesLeft }: CheckoutState): Rendering => {
  const drawn = notice ? renderNotice(notice, view) : nothing
  const isRead = notice && takesFocus(notice)
  const { purpose, subscription } = view.checkout
  const isOwed = purpose === 'recover' && subscription?.status === 'past_due'
  return html`${isOwed && !notice ? renderRecover(view) : nothing} ${isRead ? drawn : nothing}
    <div role="alert">${isRead ? nothing : drawn} ${minutesLeft ? renderExpiring(minutesLeft, view) : nothing}</div>`
}

/** Whether the notice itself receives the focus. If not, an invalid field does, or the focus stays. */
const takesFocus = (notice: Notice): boolean =>
  notice.kind === 'declined' ? !isSecurityCodeRejected(notice) : !notice.isNews && notice.code !== 'address_required'

const renderNotice = (notice: Notice, { checkout, texts }: CheckoutViewInput): Rendering => {
  const { merchant } = checkout
  const { tone, title, text, reassurance, hasHelp } = wordsOf(notice)
  const method = (notice.kind === 'declined' && walletNameOf(notice.payment)) || ''
  const words = html`${texts.say(text, { merchant: merchant.name, method })}${
    reassurance ? texts.blank + texts.say(reassurance) : nothing
  }${
    hasHelp && merchant.support_email
      ? html`${texts.blank}<a part="link" href="mailto:${merchant.support_email}">${merchant.support_email}</a>`
      : nothing
  }`
  return renderBox({ part: 'notice', tone, icon: alertIcon, title: texts.say(title), words })
}

interface Box {
  /** The name of the CSS part, also used as id. */
  readonly part: string
  readonly tone: Words['tone']
  readonly icon: unknown
  readonly title: string
  readonly words: unknown
}

/** Draws a notice. It is focusable, so that the shopper can continue from there by keyboard. */
const renderBox = ({ part, tone, icon, title, words }: Box): Rendering =>
  html`<div
    class="notice ${tone}"
    part=${part}
    id=${part}
    role="group"
    tabindex="-1"
    aria-labelledby="${part}-title"
    aria-describedby="${part}-words"
  >
    ${icon}
    <div>
      <p class="notice-title" part="notice-title" id="${part}-title">${title}</p>
      <p id="${part}-words">${words}</p>
    </div>
  </div>`

const reasons: Readonly<Partial<Record<NoticeCode, MessageKey>>> = {
  address_required: 'address.why',
  box_unticked: 'consent.missing',
  amount_changed: 'notice.amount_changed',
  trial_used: 'notice.amount_changed',
  offline: 'problem.offline',
  rate_limited: 'problem.rate_limited',
  too_many_attempts: 'problem.too_many_attempts',
  payment_in_progress: 'problem.rate_limited',
  card_token_invalid: 'problem.card_again',
  connection_changed: 'problem.card_renewed',
  payment_method_required: 'problem.card_again',
  frame_unavailable: 'problem.frame',
  preview: 'problem.no_method',
}

const titles: Readonly<Partial<Record<NoticeCode, MessageKey>>> = {
  amount_changed: 'notice.amount_changed.title',
  trial_used: 'notice.trial_used',
  frame_unavailable: 'problem.frame.title',
  unavailable: 'problem.no_method',
  preview: 'notice.preview',
}

const wordsOf = (notice: Notice): Words => {
  if (notice.kind === 'declined')
    return notice.payment.payment_status === 'CANCELLED'
      ? { tone: 'warning', title: 'decline.cancelled', text: 'decline.nothing' }
      : {
          tone: 'danger',
          title: 'decline.title',
          text: declineMessageOf(notice.payment),
          reassurance: 'decline.nothing',
        }
  const { code } = notice
  const hasHelp = isFinalRefusal(code)
  const title = titles[code] ?? 'problem.title'
  return {
    tone: title.startsWith('notice') ? 'warning' : 'danger',
    title,
    text: reasons[code] ?? (hasHelp ? 'problem.contact' : 'problem.other'),
    reassurance: (code === 'offline' || hasHelp) && 'decline.nothing',
    hasHelp,
  }
}

/** Says that the session is about to expire. */
const renderExpiring = (minutes: number, { texts }: CheckoutViewInput): Rendering =>
  renderWarning('expiring', clockIcon, texts.say('notice.expiring.title', { minutes }), texts.say('notice.expiring'))

/** Explains that the shopper pays a charge that failed before. */
const renderRecover = ({ texts }: CheckoutViewInput): Rendering =>
  renderWarning('recover', alertIcon, texts.say('recover.title'), texts.say('recover.notice'))

const renderWarning = (part: string, icon: unknown, title: string, words: string): Rendering =>
  renderBox({ part, tone: 'warning', icon, title, words })

/** Whether the bank rejected the security code. If so, the form marks the code and receives the focus. */
export const isSecurityCodeRejected = (notice: Notice | null): boolean =>
  notice?.kind === 'declined' && notice.payment.status_reason?.status_reason.decline_code === 'incorrect_cvc'
