import { html, nothing } from 'lit'
import { mayPay, type Phase } from '../../checkout/state/phase.ts'
import { renderForm, type FormModel } from '../form/form.ts'
import { renderSkeleton } from './skeleton.ts'
import { renderSummary } from '../summary.ts'
import type { CheckoutView, Rendering } from '../../drawing/view.ts'

/** What the panel shows, and its callbacks, including the form. */
export interface PanelModel extends FormModel {
  /** The phase that can be drawn already. */
  readonly phase: Phase
  readonly onRestart: () => void
  /** Fills in a test card. */
  readonly onFill: (number: string) => void
}

/** In a sandbox, the sign that no real money moves. */
export const renderRibbon = ({ controller, parts, texts, onFill }: PanelModel): Rendering => {
  // Loads after everything that a shopper needs.
  if (controller?.checkout?.mode !== 'sandbox' || !parts.outcomes(false)) return nothing
  return parts.later()?.renderSandboxRibbon(mayPay(controller.phase) ? onFill : null, texts) ?? nothing
}

/** Summary and form, or the view that replaces them. */
export const renderPanel = (model: PanelModel): Rendering => {
  const { texts, phase, view, controller, parts } = model
  // Do not load it here while the shopper can pay: until a card can be typed, it would compete for the network.
  const outcomes = phase === 'loading' ? null : parts.outcomes(!mayPay(phase))
  if (phase === 'unavailable')
    return (
      outcomes?.renderUnavailable(texts, controller?.problem ?? null, model.restartUrl, model.onRestart) ??
      renderPlainly(model)
    )
  if (phase === 'incomplete' && outcomes !== null) return outcomes.renderIncomplete(texts, model.restartUrl)
  // Nothing is due any more, so the receipt replaces the summary.
  if (view !== null && phase === 'paid' && outcomes !== null)
    return html`<div class="main">${outcomes.renderPaid(view, model)}</div>`
  // One template for all phases up to paying: a frame that is moved in the page loads again, and loses what was typed.
  return html`${view === null ? renderSkeleton() : renderSummary(view, renderPlace(model, view))}
    <div class="main">${renderForm(model)}</div>`
}

const renderPlace = ({ parts, controller }: PanelModel, view: CheckoutView): Rendering => {
  const { consent, allow_codes: allowsCodes } = view.checkout
  return html`${(consent.address_fields[0] && controller && parts.address()?.renderAddress(view, controller)) || nothing}
  ${(allowsCodes && controller && parts.codes()?.renderCode(view, controller)) || nothing}`
}

/** A minimal message if the service sends neither the checkout nor the views for errors. */
const renderPlainly = ({ texts, onRestart }: PanelModel): Rendering =>
  html`<section class="main" part="outcome">
    <h2 part="outcome-title">${texts.say('unavailable.title')}</h2>
    <p part="outcome-body">${texts.say('unavailable.body')}</p>
    <button class="button secondary" part="action" type="button" @click=${onRestart}>
      ${texts.say('unavailable.action')}
    </button>
  </section>`
