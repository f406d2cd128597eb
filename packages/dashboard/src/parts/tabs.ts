import { html, nothing, type TemplateResult } from 'lit'

/** Parts of a screen as links, because each has an address of its own. */
export const tabs = (
  label: string,
  links: readonly { readonly path: string; readonly text: string; readonly isShown: boolean }[],
): TemplateResult =>
  html`<nav class="tabs" aria-label=${label}>
    ${links.map(
      ({ path, text, isShown }) => html`<a href=${path} aria-current=${isShown ? 'page' : nothing}>${text}</a>`,
    )}
  </nav>`
