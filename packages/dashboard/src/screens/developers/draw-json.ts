import { html, nothing, type TemplateResult } from 'lit'

/** A JSON value in a box that can be scrolled by keyboard; nothing if there is no value. */
export const drawJson = (label: string, value: unknown): TemplateResult | typeof nothing =>
  value === null || value === undefined
    ? nothing
    : html`<p class="strong">${label}</p>
        <pre tabindex="0" role="group" aria-label=${label}><code>${JSON.stringify(value, null, 2)}</code></pre>`
