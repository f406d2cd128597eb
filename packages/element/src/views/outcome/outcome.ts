import { html, nothing } from 'lit'
import type { Payment } from '@billing-checkout/contract'
import { type OfferKind, offerKindOf } from '../../checkout/order/offer.ts'
import type { Phase } from '../../checkout/state/phase.ts'
import type { MessageKey } from '../../messages/checkout-catalogue.ts'
import type { Texts } from '../../messages/texts.ts'
import type * as Later from '../later.ts'
import type { LazyLoader } from '../../drawing/lazy-chunk.ts'
import type { ExistingSubscriptionTexts } from './existing-subscription.ts'
import { alertIcon, clockIcon, spinnerIcon, tickIcon } from '../../drawing/outcome-icons.ts'
import type { CheckoutViewInput, Rendering } from '../../drawing/view.ts'

/** A final result or a wait: an icon, a heading, a sentence, and optionally a next step. */
interface Outcome {
  readonly tone: 'success' | 'neutral' | 'warning' | 'danger'
  readonly sign: Rendering
  readonly title: string
  readonly body: string | null
  readonly details?: Rendering
  readonly action?: { readonly label: string; readonly onPress: (event: Event) => void } | null | undefined
  /** A link to start again, shown instead of `action`. */
  readonly restart?: { readonly label: string; readonly href: string } | null
}

const renderOutcome = ({ tone, sign, title, body, details, action, restart }: Outcome): Rendering =>
  html`<section class="outcome ${tone}" part="outcome" aria-labelledby="outcome-title">
    <span class="sign" part="outcome-icon">${sign}</span>
    <h2 class="outcome-title" part="outcome-title" id="outcome-title" tabindex="-1">${title}</h2>
    ${body === null ? nothing : html`<p class="outcome-body" part="outcome-body">${body}</p>`} ${details ?? nothing}
    ${restart ? html`<a class="button secondary" part="action" href=${restart.href}>${restart.label}</a>` : nothing}
    ${
      action && !restart
        ? html`<button class="button secondary" part="action" type="button" @click=${action.onPress}>
            ${action.label}
          </button>`
        : nothing
    }
  </section>`

const paidTitles: Readonly<Partial<Record<OfferKind, MessageKey>>> = {
  free: 'schedule.nothing',
  once: 'paid.title',
  recurring: 'paid.subscribed',
  trial_free: 'paid.trial',
  trial_paid: 'paid.trial',
  change_later: 'paid.later',
  resume: 'paid.resumed',
  update: 'paid.updated',
}

/** The chunk that contains the receipt. */
interface ReceiptParts {
  readonly later: LazyLoader<typeof Later>
}

interface PaidModel {
  readonly usesCard: boolean
  readonly controller: { readonly payment: Payment | null } | null
  readonly parts: ReceiptParts
}

/** The view of a checkout whose payment is certain. The receipt states what was paid and how. */
export const renderPaid = (
  { checkout, texts }: CheckoutViewInput,
  { usesCard, controller, parts }: PaidModel,
): Rendering => {
  const receipt = parts.later()?.renderReceipt({ checkout, texts }, controller?.payment ?? null) ?? nothing
  const offer = offerKindOf(checkout)
  // A plan change at the end of the period takes effect with the next charge.
  const next: { readonly date: string } | undefined = checkout.quote_display?.later_charges[0]
  const title = texts.say(
    checkout.purpose === null
      ? 'paid.title'
      : offer === 'update' && !usesCard
        ? 'paid.updated_other'
        : offer === 'free' && checkout.quote?.recurring
          ? 'paid.subscribed'
          : (paidTitles[offer] ?? 'paid.changed'),
    next,
  )
  return html`${renderOutcome({ tone: 'success', sign: tickIcon, title, body: null, details: receipt })}
    <slot name="success"></slot>`
}

/** Whether the chunk with the receipt has loaded; always true in phases without a receipt. */
export const isReady = (phase: Phase, parts: ReceiptParts): boolean => phase !== 'paid' || parts.later() !== null

/** The button's content while a request is in flight. */
export const renderWorking = (texts: Texts): Rendering =>
  html`${spinnerIcon}<span>${texts.say('button.working')}</span>`

// If the shopper is offline, the text does not say that the bank is slow.
const bodyOfChecking = (texts: Texts, isLong: boolean): string => {
  const first = texts.say(navigator.onLine ? 'checking.body' : 'problem.offline')
  return isLong || !navigator.onLine ? first + texts.blank + texts.say('checking.long') : first
}

/** The view of an unknown outcome, which never offers to pay again; `method` is the payment's method. */
export const renderChecking = (texts: Texts, isLong: boolean, method: Rendering): Rendering =>
  renderOutcome({
    tone: 'neutral',
    sign: spinnerIcon,
    title: texts.say('checking.title'),
    body: bodyOfChecking(texts, isLong),
    details: method,
  })

/** The input of the view for a checkout that can no longer be paid. */
export interface ExpiredModel {
  readonly texts: Texts
  readonly view: CheckoutViewInput | null
  readonly restartUrl: string | null
  readonly onReload: () => void
}

/**
 * The view of a session that has expired, or that ended with a payment that was no longer needed and is refunded. `paid` shows the
 * payment's amount and method.
 */
export const renderExpired = ({ texts, view, restartUrl, onReload }: ExpiredModel, paid: Rendering): Rendering => {
  const unwanted = view?.checkout.unwanted_payment
  const goesBack = !!unwanted?.amount
  return renderOutcome({
    tone: 'warning',
    sign: clockIcon,
    title: texts.say(unwanted ? 'unwanted.title' : 'expired.title'),
    body: texts.say(goesBack ? 'unwanted.body' : unwanted ? 'decline.nothing' : 'expired.body'),
    details: goesBack ? paid : nothing,
    restart: restartAt(restartUrl, texts),
    action: { label: texts.say('expired.action'), onPress: onReload },
  })
}

/** Says that the customer already has this subscription, and what they can do about it. */
export const renderAlreadySubscribed = (texts: Texts, own: ExistingSubscriptionTexts | undefined): Rendering =>
  renderOutcome({
    tone: 'neutral',
    sign: tickIcon,
    title: texts.say('problem.already_subscribed'),
    body: null,
    ...own,
  })

/** The view of an incomplete session, which the merchant has not finished. */
export const renderIncomplete = (texts: Texts, restartUrl: string | null): Rendering =>
  renderOutcome({
    tone: 'warning',
    sign: alertIcon,
    title: texts.say('incomplete.title'),
    body: texts.say('incomplete.body'),
    restart: restartAt(restartUrl, texts),
  })

const reasons: Readonly<Record<string, MessageKey>> = {
  not_found: 'unavailable.not_found',
  origin_not_allowed: 'unavailable.not_found',
  no_session: 'unavailable.not_found',
  insecure_context: 'unavailable.insecure',
}

/** The view of an unavailable checkout: the reason, and a retry button if retrying can help. */
export const renderUnavailable = (
  texts: Texts,
  code: string | null,
  restartUrl: string | null,
  onPress: () => void,
): Rendering => {
  const reason = code === null ? undefined : reasons[code]
  return renderOutcome({
    tone: 'danger',
    sign: alertIcon,
    title: texts.say('unavailable.title'),
    body: texts.say(reason ?? 'unavailable.body'),
    // A link to start again, because retrying does not help if the checkout does not exist.
    restart: reason === 'unavailable.not_found' ? restartAt(restartUrl, texts) : null,
    action: reason === undefined ? { label: texts.say('unavailable.action'), onPress } : null,
  })
}

const restartAt = (url: string | null, texts: Texts): Outcome['restart'] => {
  const href = url !== null && URL.canParse(url, document.baseURI) ? new URL(url, document.baseURI).href : ''
  return /^https?:/.test(href) ? { label: texts.say('expired.action'), href } : null
}
