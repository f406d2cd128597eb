import { html, type TemplateResult } from 'lit'

/** A small button of a row of a list. Its name for those who do not see the row ends with the row's own. */
export const rowAction = (label: string, row: string, act: () => unknown): TemplateResult =>
  html`<button type="button" class="button small" aria-label=${`${label} ${row}`} @click=${act}>${label}</button>`
