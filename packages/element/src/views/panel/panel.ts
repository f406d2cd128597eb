import { html, nothing } from 'lit'
import { mayPay, type Phase } from '../../checkout/state/phase.ts'
import { renderForm, type FormModel } from '../form/form.ts'
import { renderSkeleton } from './skeleton.ts'
import { renderSummary } from '../summary.ts'
import type { MessageKey } from '../../messages/checkout-catalogue.ts'
import type { Texts } from '../../messages/texts.ts'
import type { CheckoutViewInput, Rendering } from '../../drawing/view.ts'

/** What the panel shows, and its callbacks, including the form. */
export interface PanelModel extends FormModel {
  /** The phase that can be drawn now. */
  readonly phase: Phase
  readonly onRestart: () => void
  /** Fills in a test card. */
  readonly onFill: (number: string) => void
}

/** The whole shadow root: the merchant's slots, the sandbox's ribbon, the panel, and the text `news` for screen readers. */
export const renderCheckout = (model: PanelModel, news: string, onTransition: () => void): Rendering =>
  html`<div
    class="base"
    part="base"
    tabindex="-1"
    lang=${model.texts.locale}
    dir=${model.texts.direction}
    @transitionrun=${onTransition}
    @transitioncancel=${onTransition}
  >
    <slot name="header"></slot>
    ${renderRibbon(model)}
    <div class="panel" part="panel">${renderPanel(model)}</div>
    <slot name="footer"></slot>
    <p class="unseen" role="status">${statusIn(model.texts, model.phase, news)}</p>
  </div>`

/** The ribbon of a sandbox, which says that no real money moves. */
const renderRibbon = ({ controller, parts, texts, onFill }: PanelModel): Rendering => {
  // The ribbon loads after everything that a shopper needs.
  if (controller?.checkout?.mode !== 'sandbox' || !parts.outcomes(false)) return nothing
  return parts.later()?.renderSandboxRibbon(mayPay(controller.phase) ? onFill : null, texts) ?? nothing
}

/** Summary and form, or the view that replaces both. */
const renderPanel = (model: PanelModel): Rendering => {
  const { texts, phase, view, controller, parts } = model
  // While the shopper can pay, drawing does not start to load this chunk, which would compete with the card form for the network.
  const outcomes = phase === 'loading' ? null : parts.outcomes(!mayPay(phase))
  if (phase === 'unavailable')
    return (
      outcomes?.renderUnavailable(texts, controller?.problem ?? null, model.restartUrl, model.onRestart) ??
      renderMinimalError(model)
    )
  if (phase === 'incomplete' && outcomes !== null) return outcomes.renderIncomplete(texts, model.restartUrl)
  // After the payment nothing is due, so the receipt replaces the summary.
  if (view !== null && phase === 'paid' && outcomes !== null)
    return html`<div class="main">${outcomes.renderPaid(view, model)}</div>`
  // One template for all phases up to paying, because a frame that is moved in the page loads again and loses the typed card.
  return html`${view === null ? renderSkeleton() : renderSummary(view, renderQuestions(model, view))}
    <div class="main">${renderForm(model)}</div>`
}

/** The address questions and the code field, if the session has them. */
const renderQuestions = ({ parts, controller }: PanelModel, view: CheckoutViewInput): Rendering => {
  const { consent, allow_codes: allowsCodes } = view.checkout
  return html`${(consent.address_fields[0] && controller && parts.address()?.renderAddress(view, controller)) || nothing}
  ${(allowsCodes && controller && parts.codes()?.renderCode(view, controller)) || nothing}`
}

/** A minimal message, for when neither the checkout nor the views for errors could be loaded. */
const renderMinimalError = ({ texts, onRestart }: PanelModel): Rendering =>
  html`<section class="main" part="outcome">
    <h2 part="outcome-title">${texts.say('unavailable.title')}</h2>
    <p part="outcome-body">${texts.say('unavailable.body')}</p>
    <button class="button secondary" part="action" type="button" @click=${onRestart}>
      ${texts.say('unavailable.action')}
    </button>
  </section>`

/**
 * The text that a screen reader announces if the phase changes and nothing receives the focus. While the shopper may pay, it is `news`,
 * about changed amounts.
 */
const statusIn = (texts: Texts, phase: Phase, news: string): string => {
  const key = statusWords[phase]
  return mayPay(phase) ? news : key === undefined ? '' : texts.say(key)
}

const statusWords: Readonly<Partial<Record<Phase, MessageKey>>> = {
  loading: 'loading',
  paying: 'button.working',
  confirming: 'action.confirm',
  checking: 'checking.title',
}
