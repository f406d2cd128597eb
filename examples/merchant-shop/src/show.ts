import type { Response } from 'express'
import { layout } from './pages/layout.ts'
import type { Page } from './pages/page.ts'
import type { Shop } from './shop.ts'
import type { Visit } from './visit.ts'

/** The origins of the element and the card frame, and the page of the emails. */
type Billing = Pick<Shop, 'billingUrl' | 'frameOrigin' | 'inboxUrl'>

/** Sends a page with a Content-Security-Policy that allows the shop's own scripts and, on the checkout and account pages, the element. */
export const show = (response: Response, visit: Visit, page: Page, shop: Billing): void => {
  response.set({
    'Content-Security-Policy': policyOf(visit.nonce, page.element ? shop : null),
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
  })
  response.type('html').send(layout(visit, page, shop).markup)
}

/**
 * The page's Content-Security-Policy. The element needs its script and the parts that the script loads, requests to the service, the card
 * frame, and the Trusted Types policy with which Lit writes markup. On the account page, two scripts create that policy, hence
 * `allow-duplicates`. All other sources are for the shop's own script, style sheets and icon.
 */
const policyOf = (nonce: string, shop: Billing | null): string => {
  const billing = shop === null ? '' : ` ${shop.billingUrl}`
  return [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'${billing}`,
    `style-src 'nonce-${nonce}'`,
    `connect-src 'self'${billing}`,
    `frame-src ${shop === null ? `'none'` : [...new Set([shop.billingUrl, shop.frameOrigin])].join(' ')}`,
    `img-src data:`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types${shop === null ? ` 'none'` : ` lit-html 'allow-duplicates'`}`,
  ].join('; ')
}
