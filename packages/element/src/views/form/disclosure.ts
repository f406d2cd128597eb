import { html } from 'lit'
import { disclosureOf, type DisclosureSentence } from '../../checkout/order/offer.ts'
import { type CheckoutViewInput, renderInNewNodes, type Rendering } from '../../drawing/view.ts'
import { lockIcon } from '../../drawing/icons.ts'

/** The terms that the shopper agrees to, with the button's text, and links to the merchant's pages. */
export const renderTerms = ({ checkout, texts, quoteCount }: CheckoutViewInput, usesCard: boolean): Rendering => {
  const { terms_url: terms, privacy_url: privacy, support_email: support } = checkout.merchant
  const links = [
    ['terms', terms],
    ['privacy', privacy],
    ['help', support && `mailto:${support}`],
  ] as const
  return html`<p class="disclosure" part="disclosure" id="disclosure">
      ${renderInNewNodes(
        quoteCount,
        disclosureOf(checkout, texts, usesCard).map(({ key, values, href }) => {
          const words = texts.pieces(key, { ...untranslated(values), link: (inner) => renderLink(inner, href ?? '') })
          return key === 'consent.button' ? html`<span class="agreed">${words}</span>` : [words, texts.blank]
        }),
      )}
    </p>
    <p class="links" part="links">${links.map(([name, href]) => href && renderLink(texts.say(name), href))}</p>`
}

/** Protects amounts, dates and the button's text from translators. */
const untranslated = (values: DisclosureSentence['values']): DisclosureSentence['values'] => {
  const of = (name: string) => values[name] && { [name]: html`<bdi translate="no">${values[name]}</bdi>` }
  return { ...values, ...of('due'), ...of('amount'), ...of('date'), ...of('end'), ...of('button') }
}

const renderLink = (label: unknown, href: string): Rendering =>
  html`<a part="link" href=${href} target="_blank" rel="noopener">${label}</a>`

/** States that the payment is secure. The text differs if the shopper types a card. */
export const renderSecurityNote = (texts: CheckoutViewInput['texts'], isTyped: boolean): Rendering =>
  html`<p class="secure" part="secure">${lockIcon}<span>${texts.say(isTyped ? 'secure' : 'secure.other')}</span></p>`
