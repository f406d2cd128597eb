import { html } from 'lit'
import type { Rendering } from '../view.ts'

/** The card form's room until the frame has drawn it: the same rows at the same heights, so that nothing moves. */
export const renderCardSkeleton = (): Rendering =>
  html`<div class="card-skeleton" part="skeleton" aria-hidden="true">
    ${['wide', 'half', 'half', 'wide'].map(
      (width) =>
        html`<div class=${width}><span class="bone label-bone"></span><span class="bone field-bone"></span></div>`,
    )}
  </div>`

/** The panel's room until the session has been read: nodes of their own, so that what comes later never moves. */
export const renderSkeleton = (): Rendering =>
  html`<section class="summary" part="summary" aria-hidden="true">
      <span class="bone merchant-bone"></span>
      <span class="bone plan-bone"></span>
      <span class="bone amount-bone"></span>
      <span class="bone step-bone"></span>
      <span class="bone step-bone"></span>
    </section>
    <div class="main" aria-hidden="true">
      <div class="form">
        <span class="bone title-bone"></span>
        <div>${renderCardSkeleton()}</div>
        <span class="bone button-bone"></span>
      </div>
    </div>`
