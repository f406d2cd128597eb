import { html, nothing, type TemplateResult } from 'lit'

/** The tabs of a screen. They are links, because each tab has its own address. */
export const tabs = (
  label: string,
  links: readonly { readonly path: string; readonly text: string; readonly isShown: boolean }[],
): TemplateResult =>
  html`<nav class="tabs" aria-label=${label}>
    ${links.map(
      ({ path, text, isShown }) => html`<a href=${path} aria-current=${isShown ? 'page' : nothing}>${text}</a>`,
    )}
  </nav>`
