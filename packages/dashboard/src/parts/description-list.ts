import { html, nothing, type TemplateResult } from 'lit'

/** A list of labels with their values. A row whose value is null or empty is left out. */
export const descriptionList = (rows: readonly (readonly [label: string, value: unknown])[]): TemplateResult =>
  html`<dl class="facts">
    ${rows.map(([label, value]) =>
      value === null || value === '' || value === nothing
        ? nothing
        : html`<div>
            <dt>${label}</dt>
            <dd><bdi>${value}</bdi></dd>
          </div>`,
    )}
  </dl>`

/** A part of a page with its heading. */
export const section = (heading: string, content: unknown, actions: unknown = nothing): TemplateResult =>
  html`<section class="section">
    <header>
      <h2>${heading}</h2>
      ${actions}
    </header>
    ${content}
  </section>`

/** Shown in place of an empty list: explains why it is empty, and offers the next step. */
export const emptyState = (heading: string, hint: string, action: unknown = nothing): TemplateResult =>
  emptyBelow(html`<p class="strong">${heading}</p>`, hint, action)

/** Like `emptyState`, for a whole page: `heading` is the page's heading. */
export const emptyStatePage = (heading: string, hint: string, action: unknown = nothing): TemplateResult =>
  emptyBelow(html`<h1>${heading}</h1>`, hint, action)

const emptyBelow = (heading: TemplateResult, hint: string, action: unknown): TemplateResult =>
  html`<div class="empty">
    ${heading}
    <p>${hint}</p>
    ${action}
  </div>`
