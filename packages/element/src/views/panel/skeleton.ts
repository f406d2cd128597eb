import { html } from 'lit'
import type { Rendering } from '../../drawing/view.ts'

/** A skeleton of the card form, shown until the frame has drawn the form. Both have the same rows at the same heights, so nothing moves. */
export const renderCardSkeleton = (): Rendering =>
  html`<div class="card-skeleton" part="skeleton" aria-hidden="true">
    ${['wide', '', '', 'wide'].map(
      (width) =>
        html`<div class=${width}><span class="bone label-bone"></span><span class="bone field-bone"></span></div>`,
    )}
  </div>`

const step = html`<div class="step"><span class="when bone"></span><span class="what bone label-bone"></span></div>`

/**
 * A skeleton of the panel, shown until the session is read. Its boxes are as large as the later texts, but are separate nodes, so that
 * later content never moves.
 */
export const renderSkeleton = (): Rendering =>
  html`<section class="summary" part="summary" aria-hidden="true">
      <p class="merchant bone"></p>
      <p class="plan bone"></p>
      <p class="due"><span class="due-label">&nbsp;</span><span class="amount bone"></span></p>
      <p class="rhythm bone"></p>
      <div class="schedule">${[step, step]}</div>
    </section>
    <div class="main" aria-hidden="true">
      <div class="form">
        <div>
          <p class="section-title bone"></p>
          <div>${renderCardSkeleton()}</div>
        </div>
        <span class="bone button-bone"></span>
      </div>
    </div>`
