import { html, nothing } from 'lit'
import { mayPay, type Phase } from '../../checkout/state/phase.ts'
import { renderForm, type FormModel } from '../form/form.ts'
import { renderSkeleton } from './skeleton.ts'
import { renderSummary } from '../summary.ts'
import type { Rendering, View } from '../view.ts'

/** What the panel shows and does, form included. */
export interface PanelModel extends FormModel {
  /** The phase that can be put into words yet. */
  readonly phase: Phase
  readonly onRestart: () => void
  /** Fills in a test card. */
  readonly onFill: (number: string) => void
}

/** The sign that no real money moves, in a sandbox. */
export const renderRibbon = ({ controller, parts, texts, onFill }: PanelModel): Rendering => {
  // After what a shopper needs first, and what they need next.
  if (controller?.checkout?.mode !== 'sandbox' || !parts.outcomes(false)) return nothing
  return parts.later()?.renderSandboxRibbon(mayPay(controller.phase) ? onFill : null, texts) ?? nothing
}

/** Summary and form, or the view in their place. */
export const renderPanel = (model: PanelModel): Rendering => {
  const { texts, phase, view, controller, parts } = model
  // Not asked for here while the shopper can pay: until the card can be typed it would only be in the way.
  const outcomes = phase === 'loading' ? null : parts.outcomes(!mayPay(phase))
  if (phase === 'unavailable')
    return (
      outcomes?.renderUnavailable(texts, controller?.problem ?? null, model.restartUrl, model.onRestart) ??
      renderPlainly(model)
    )
  if (phase === 'incomplete' && outcomes !== null) return outcomes.renderIncomplete(texts, model.restartUrl)
  // What was due is no longer: the receipt says what became of it.
  if (view !== null && phase === 'paid' && outcomes !== null)
    return html`<div class="main">${outcomes.renderPaid(view, model)}</div>`
  // One template from loading to paying: a frame that is moved in the page loads again, and forgets what was typed.
  return html`${view === null ? renderSkeleton() : renderSummary(view, renderPlace(model, view))}
    <div class="main">${renderForm(model)}</div>`
}

const renderPlace = ({ parts, controller }: PanelModel, view: View): Rendering => {
  const { consent, allow_codes: allowsCodes } = view.checkout
  return html`${(consent.address_fields[0] && controller && parts.address()?.renderAddress(view, controller)) || nothing}
  ${(allowsCodes && controller && parts.codes()?.renderCode(view, controller)) || nothing}`
}

/** What can be said about a service that sends neither the checkout nor the views for that. */
const renderPlainly = ({ texts, onRestart }: PanelModel): Rendering =>
  html`<section class="main" part="outcome">
    <h2 part="outcome-title">${texts.say('unavailable.title')}</h2>
    <p part="outcome-body">${texts.say('unavailable.body')}</p>
    <button class="button secondary" part="action" type="button" @click=${onRestart}>
      ${texts.say('unavailable.action')}
    </button>
  </section>`
