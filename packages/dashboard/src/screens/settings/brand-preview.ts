import { defaultBrandColor, textColorOn } from '@billing-checkout/domain/text-on-color'
import { html, nothing, type TemplateResult } from 'lit'
import type { Say } from '../../words/say.ts'

/** The seller's name on the chosen color, as in emails and on shoppers' pages. If the text is not a color, a sentence says so. */
export const brandPreview = (
  say: Say,
  { color, name }: { readonly color: string; readonly name: string },
): TemplateResult => {
  const isColor = /^#[0-9a-f]{6}$/i.test(color)
  const shown = isColor ? color : defaultBrandColor
  // Set as a property, because the page's Content-Security-Policy allows no style attribute.
  return html`<h2>${say('settings.preview')}</h2>
    ${color === '' || isColor ? nothing : html`<p class="quiet">${say('settings.colorBad')}</p>`}
    <p class="brand-preview" .style=${`background: ${shown}; color: ${textColorOn(shown)}`}><bdi>${name}</bdi></p>`
}
