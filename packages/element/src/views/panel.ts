import { html, nothing } from 'lit'
import type { Phase } from '../checkout/phase.ts'
import { drawForm, type FormModel } from './form.ts'
import { drawIncomplete, drawPaid, drawUnavailable } from './outcome.ts'
import { drawSummarySkeleton } from './skeleton.ts'
import { drawSummary } from './summary.ts'
import type { Drawing } from './view.ts'

/** What the panel shows and does, form included. */
export interface PanelModel extends FormModel {
  /** The phase that can be put into words yet. */
  readonly phase: Phase
  readonly onRestart: () => void
}

/** Summary and form, or what has come in their place. */
export const drawPanel = (model: PanelModel): Drawing => {
  const { texts, phase, view, controller, later } = model
  if (phase === 'unavailable') return drawUnavailable(texts, controller?.problem ?? null, model.onRestart)
  if (phase === 'incomplete') return drawIncomplete(texts)
  // One template from loading to paying: a frame that is moved in the page loads again, and forgets what was typed.
  return html`${view === null ? drawSummarySkeleton() : drawSummary(view)}
    <div class="main">
      ${
        view !== null && phase === 'paid'
          ? drawPaid(view, later()?.drawReceipt(view, controller?.payment ?? null) ?? nothing)
          : drawForm(model)
      }
    </div>`
}
