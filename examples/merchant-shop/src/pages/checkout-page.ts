import { countriesIn } from '../countries.ts'
import { html } from '../html.ts'
import type { Order } from '../order-book.ts'
import type { Page } from './page.ts'
import type { Shopper, Visit } from '../visit.ts'

/** The checkout of an order: one tag with the id of the session that the shop's backend has opened. */
export const checkoutPage = ({ words, language }: Visit, order: Order, shopper: Shopper): Page => ({
  title: words.checkout.title,
  element: 'billing-checkout',
  body: html`<section class="checkout">
    <div class="checkout-head">
      <h1>${words.checkout.title}</h1>
      <p class="quiet">${words.checkout.posted(countryName(order, language))}</p>
    </div>
    <billing-checkout
      session-id="${order.sessionId}"
      locale="${language}"
      data-paid-page="/order/${order.id}/thanks"
    ></billing-checkout>
    <noscript><p class="fault">${words.checkout.noScript}</p></noscript>
    <div class="checkout-foot">
      <p>${words.checkout.secured}</p>
      <form method="post" action="/sign-out">
        <p>
          ${words.checkout.signedIn(shopper.email)}
          <button class="link" name="back" value="/checkout/${order.slug}">${words.checkout.change}</button>
        </p>
      </form>
    </div>
  </section>`,
})

const countryName = ({ country }: Order, language: string): string =>
  countriesIn(language).find(({ code }) => code === country)?.name ?? country
