import { html, type TemplateResult } from 'lit'

/** A small button in a row of a list. Its accessible name ends with the name of the row. */
export const rowButton = (label: string, row: string, act: () => unknown): TemplateResult =>
  html`<button type="button" class="button small" aria-label=${`${label} ${row}`} @click=${act}>${label}</button>`
