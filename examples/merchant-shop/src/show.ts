import type { Response } from 'express'
import { layout } from './pages/layout.ts'
import type { Page } from './pages/page.ts'
import type { Shop } from './shop.ts'
import type { Visit } from './visit.ts'

/** Where the element is from, the frame in it, and the emails. */
type Billing = Pick<Shop, 'billingUrl' | 'frameOrigin' | 'inboxUrl'>

/** Answers with a page, under a policy that lets it run the shop's own scripts and, at the checkout and in the account, the element. */
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
 * What the element asks of a strict page: its script and the parts that script loads, calls to the service, the card
 * frame, and the policy by which it writes markup; the account runs two scripts that make it. Everything else is for the shop's own script and style sheet.
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
