import { html, nothing } from 'lit'
import { disclosureOf } from '../checkout/offer.ts'
import type { Drawing, View } from './view.ts'
import { lockIcon } from './icons.ts'

/** What the shopper agrees to, with the button's own words in it, and the merchant's own pages. */
export const drawTerms = ({ checkout, texts }: View, usesCard: boolean): Drawing => {
  const { terms_url: terms, privacy_url: privacy, support_email: support } = checkout.merchant
  const links = [
    [texts.say('terms'), terms],
    [texts.say('privacy'), privacy],
    [texts.say('help'), support === null ? null : `mailto:${support}`],
  ] as const
  return html`<p class="disclosure" part="disclosure" id="disclosure">
      ${disclosureOf(checkout, texts, usesCard).map(({ key, values, href }) => {
        const words = texts.pieces(key, { ...values, link: (inner) => drawLink(inner, href ?? '') })
        return key === 'consent.button' ? html`<span class="agreed">${words}</span>` : [words, texts.blank]
      })}
    </p>
    <p class="links" part="links">
      ${links.map(([label, href]) => (href === null ? nothing : drawLink(label, href)))}
    </p>`
}

const drawLink = (label: unknown, href: string): Drawing =>
  html`<a part="link" href=${href} target="_blank" rel="noopener">${label}</a>`

/** The promise about what is paid with, a card that is typed or something else. */
export const drawSecure = (texts: View['texts'], isTyped: boolean): Drawing =>
  html`<p class="secure" part="secure">${lockIcon}<span>${texts.say(isTyped ? 'secure' : 'secure.other')}</span></p>`
