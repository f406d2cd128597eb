import { html } from 'lit'
import { renderPanel, renderRibbon, type PanelModel } from './panel.ts'
import { statusIn } from './status.ts'
import type { Rendering } from '../../drawing/view.ts'

/** The whole shadow root: the merchant's slots, the sandbox's ribbon, the panel, and the text `news` for screen readers. */
export const renderBase = (model: PanelModel, news: string, onTransition: () => void): Rendering =>
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
