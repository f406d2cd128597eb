import { html, nothing } from 'lit'
import { disclosureOf } from '../checkout/offer.ts'
import type { Drawing, View } from './view.ts'
import { lockIcon } from './icons.ts'

/** What the shopper agrees to, with the button's own words in it. */
export const drawDisclosure = ({ checkout, texts }: View, usesCard: boolean): Drawing =>
  html`<p class="disclosure" part="disclosure" id="disclosure">
    ${disclosureOf(checkout, texts, usesCard).map(({ key, values, href }) => [
      texts.pieces(key, {
        ...values,
        link: (inner) => html`<a part="link" href=${href ?? ''} target="_blank" rel="noopener">${inner}</a>`,
      }),
      texts.blank,
    ])}
  </p>`

/** The promise about what is paid with, a card that is typed or something else, and the merchant's own pages. */
export const drawAssurance = ({ checkout, texts }: View, isTyped: boolean): Drawing => {
  const { terms_url: terms, privacy_url: privacy, support_email: support } = checkout.merchant
  const links = [
    [texts.say('terms'), terms],
    [texts.say('privacy'), privacy],
    [texts.say('help'), support === null ? null : `mailto:${support}`],
  ] as const
  return html`<div class="assurance" part="assurance">
    <p class="secure" part="secure">${lockIcon}<span>${texts.say(isTyped ? 'secure' : 'secure.other')}</span></p>
    <p class="links" part="links">
      ${links.map(([label, href]) =>
        href === null ? nothing : html`<a part="link" href=${href} target="_blank" rel="noopener">${label}</a> `,
      )}
    </p>
  </div>`
}
