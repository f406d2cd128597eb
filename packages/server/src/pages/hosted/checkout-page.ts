import type { SessionMembers } from '@billing-checkout/contract'
import { escapeHtml } from '../../presenters/languages/escape-html.ts'
import type { ElementManifest } from '../assets/assets.ts'
import { pageWordsIn } from '../languages/page-words.ts'
import { ownPolicySource } from '../html.ts'
import { merchantDocument, type MerchantPage, merchantNameOf } from './hosted-document.ts'

/** The parts from which the page of a checkout is built. */
export interface CheckoutPage extends MerchantPage {
  readonly sessionId: string
  /** The targets of the links back to the shop, after a payment and without a payment; null: no link. */
  readonly returnUrls: { readonly paid: string | null; readonly unpaid: string | null }
  readonly manifest: Pick<ElementManifest, 'versioned_script' | 'integrity'>
  /** The card frame's own origin; null if it shares the server's. */
  readonly frameOrigin: string | null
}

/**
 * Builds our own page around a checkout. Its policy allows the checkout's scripts, the card frame and our confirmation pages, and nothing
 * from third parties.
 */
export const checkoutPage = (page: CheckoutPage) => {
  const { organization, sessionId, locale, returnUrls, manifest, publicUrl, frameOrigin } = page
  const words = pageWordsIn(locale)
  const merchant = escapeHtml(merchantNameOf(organization))
  const script = `/${manifest.versioned_script}`
  const back = (className: keyof typeof returnUrls) =>
    returnUrls[className] === null
      ? ''
      : `<a class="${className}" rel="noreferrer" href="${escapeHtml(returnUrls[className])}">${words.say('pay.back', { merchant })}</a>`
  const body = `<h1 class="hidden">${words.say('pay.title', { merchant })}</h1>
<noscript><p>${words.say('pay.script')}</p></noscript>
<billing-checkout session-id="${escapeHtml(sessionId)}"${frameOrigin === null ? '' : ` frame-origin="${escapeHtml(frameOrigin)}"`}></billing-checkout>
${returnUrls.paid === null && returnUrls.unpaid === null ? '' : `<nav>${back('unpaid')}${back('paid')}</nav>`}`
  return merchantDocument(page, body, {
    head: `<link rel="stylesheet" href="/presets/placeholder.css">
<script type="module" crossorigin src="${escapeHtml(script)}" integrity="${escapeHtml(manifest.integrity)}"></script>
`,
    policy: {
      'script-src': `${ownPolicySource(publicUrl, script)} ${ownPolicySource(publicUrl, '/assets/')}`,
      'connect-src': ownPolicySource(publicUrl),
      'frame-src': `${ownPolicySource(frameOrigin ?? publicUrl, '/frame/')} ${ownPolicySource(publicUrl, '/actions/')}`,
      'trusted-types': 'lit-html',
    },
  })
}

/**
 * The addresses to which a shopper returns from a checkout: those in the session, if the merchant's settings still allow them. After a
 * payment, the cancel address replaces a missing return address.
 */
export const returnUrlsOf = (
  { options }: SessionMembers,
  isAllowed: (origin: string) => boolean,
): CheckoutPage['returnUrls'] => {
  const allowed = (url: string | null | undefined) => (url && isAllowed(new URL(url).origin) ? url : null)
  const [paid, unpaid] = [allowed(options?.return_url), allowed(options?.cancel_url)]
  return { paid: paid ?? unpaid, unpaid }
}
