import { html, type TemplateResult } from 'lit'

/** The look of a button: the default, for the main action, for a dangerous action, without a border, or for a row of a table. */
export type ButtonLook = '' | 'primary' | 'danger' | 'quiet' | 'small'

/** A button that calls `act` if the user presses it. */
export const button = (label: unknown, act: (event: Event) => unknown, look: ButtonLook = ''): TemplateResult =>
  html`<button type="button" class="button ${look}" @click=${act}>${label}</button>`
