import { countriesIn } from '../countries.ts'
import { type Html, html } from '../html.ts'
import type { Messages } from '../languages/languages.ts'
import type { Order } from '../order-book.ts'
import type { Page } from './page.ts'
import type { Shopper, Visit } from '../visit.ts'

/** What a checkout can do to a subscription that exists. */
export type SubscriptionPurpose = keyof Messages['account']['purposes']

/** The checkout of an order. */
export const checkoutPage = (visit: Visit, order: Order, shopper: Shopper): Page => {
  const { words, language } = visit
  return pageAround(visit, {
    title: words.checkout.title,
    note: words.checkout.posted(countryName(order, language)),
    sessionId: order.sessionId,
    paidPage: `/order/${order.id}/thanks`,
    way: html`<form method="post" action="/sign-out">
      <p>
        ${words.checkout.signedIn(shopper.email)}
        <button class="link" name="back" value="/checkout/${order.slug}">${words.checkout.change}</button>
      </p>
    </form>`,
  })
}

/** The checkout of a change that a subscriber makes to their subscription. */
export const changePage = (visit: Visit, purpose: SubscriptionPurpose, sessionId: string): Page => {
  const { account } = visit.words
  return pageAround(visit, {
    title: account.purposes[purpose],
    sessionId,
    paidPage: '/account',
    way: html`<p><a href="/account">${account.back}</a></p>`,
  })
}

interface Around {
  readonly title: string
  readonly note?: string
  readonly sessionId: string
  /** The page that follows once the session is paid. */
  readonly paidPage: string
  /** The way elsewhere. */
  readonly way: Html
}

/** One tag, with the id of the session that the shop's backend has opened. */
const pageAround = ({ words, language }: Visit, { title, note, sessionId, paidPage, way }: Around): Page => ({
  title,
  withElement: true,
  body: html`<section class="checkout">
    <div class="checkout-head">
      <h1>${title}</h1>
      ${note && html`<p class="quiet">${note}</p>`}
    </div>
    <billing-checkout session-id="${sessionId}" locale="${language}" data-paid-page="${paidPage}"></billing-checkout>
    <noscript><p class="fault">${words.checkout.noScript}</p></noscript>
    <div class="checkout-foot">
      <p>${words.checkout.secured}</p>
      ${way}
    </div>
  </section>`,
})

const countryName = ({ country }: Order, language: string): string =>
  countriesIn(language).find(({ code }) => code === country)?.name ?? country
