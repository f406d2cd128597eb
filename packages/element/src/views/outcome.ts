import { html, nothing } from 'lit'
import { type Offer, offerOf } from '../checkout/offer.ts'
import type { MessageKey } from '../messages/checkout-catalogue.ts'
import type { Texts } from '../messages/texts.ts'
import { alertIcon, clockIcon, spinnerIcon, tickIcon } from './outcome-icons.ts'
import type { Drawing, View } from './view.ts'

/** Something final, or something to wait for: a sign, a heading, a sentence, perhaps a way on. */
interface Outcome {
  readonly tone: 'success' | 'neutral' | 'warning' | 'danger'
  readonly sign: Drawing
  readonly title: string
  readonly body: string | null
  readonly details?: Drawing
  readonly action?: { readonly label: string; readonly onPress: () => void } | null
}

const drawOutcome = ({ tone, sign, title, body, details, action }: Outcome): Drawing =>
  html`<section class="outcome ${tone}" part="outcome" aria-labelledby="outcome-title">
    <span class="sign" part="outcome-icon">${sign}</span>
    <h2 class="outcome-title" part="outcome-title" id="outcome-title" tabindex="-1">${title}</h2>
    ${body === null ? nothing : html`<p class="outcome-body" part="outcome-body">${body}</p>`} ${details ?? nothing}
    ${
      action
        ? html`<button class="button secondary" part="action" type="button" @click=${action.onPress}>
            ${action.label}
          </button>`
        : nothing
    }
  </section>`

const paidTitles: Readonly<Record<Offer, MessageKey>> = {
  once: 'paid.title',
  recurring: 'paid.subscribed',
  trial_free: 'paid.trial',
  trial_paid: 'paid.trial',
  change: 'paid.changed',
  change_free: 'paid.changed',
  resume: 'paid.resumed',
  update: 'paid.updated',
}

/** Paid, for sure; `receipt` says what and with which card. */
export const drawPaid = ({ checkout, texts }: View, receipt: Drawing): Drawing => {
  const offer = offerOf(checkout)
  const title = texts.say(checkout.purpose === null ? 'paid.title' : paidTitles[offer])
  return html`${drawOutcome({ tone: 'success', sign: tickIcon, title, body: null, details: receipt })}
    <slot name="success"></slot>`
}

/** What the button says while something is under way. */
export const drawWorking = (texts: Texts): Drawing => html`${spinnerIcon}<span>${texts.say('button.working')}</span>`

/** Nobody knows yet; `method` says what is paid with. Never a way to pay again. */
export const drawChecking = (texts: Texts, isLong: boolean, method: Drawing): Drawing =>
  drawOutcome({
    tone: 'neutral',
    sign: spinnerIcon,
    title: texts.say('checking.title'),
    body: `${texts.say('checking.body')}${isLong ? ` ${texts.say('checking.long')}` : ''}`,
    details: method,
  })

/** The session ran out. */
export const drawExpired = (texts: Texts, onPress: () => void): Drawing =>
  drawOutcome({
    tone: 'warning',
    sign: clockIcon,
    title: texts.say('expired.title'),
    body: texts.say('expired.body'),
    action: { label: texts.say('unavailable.action'), onPress },
  })

/** The merchant has not finished the session. */
export const drawIncomplete = (texts: Texts): Drawing =>
  drawOutcome({
    tone: 'warning',
    sign: alertIcon,
    title: texts.say('incomplete.title'),
    body: texts.say('incomplete.body'),
  })

const reasons: Readonly<Record<string, MessageKey>> = {
  not_found: 'unavailable.not_found',
  origin_not_allowed: 'unavailable.not_found',
  no_session: 'unavailable.not_found',
  insecure_context: 'unavailable.insecure',
}

/** The checkout could not be shown: why, and a way to try again where that can help. */
export const drawUnavailable = (texts: Texts, code: string | null, onPress: () => void): Drawing => {
  const reason = code === null ? undefined : reasons[code]
  return drawOutcome({
    tone: 'danger',
    sign: alertIcon,
    title: texts.say('unavailable.title'),
    body: texts.say(reason ?? 'unavailable.body'),
    action: reason === undefined ? { label: texts.say('unavailable.action'), onPress } : null,
  })
}
