import { type Html, html } from '../html.ts'
import type { Page } from './page.ts'
import type { Shopper, Visit } from '../visit.ts'
import { type TimePanel, timePanel } from './time-panel.ts'

/**
 * A shopper's account: the billing service's portal, embedded in a page of the shop. `clientToken` is null if the visitor is signed out or
 * has not bought anything yet.
 */
export const accountPage = (visit: Visit, clientToken: string | null, time: TimePanel | null): Page => {
  const { words, shopper } = visit
  return {
    title: words.account.title,
    ...(clientToken !== null && { element: 'billing-portal' }),
    body: html`<section class="narrow account">
      <h1>${words.account.title}</h1>
      ${shopper === null ? html`<p class="lead">${words.account.signedOut}</p>` : signedIn(visit, shopper, clientToken)}
      ${time && timePanel(visit, time)}
    </section>`,
  }
}

const signedIn = ({ words, language }: Visit, { email }: Shopper, clientToken: string | null): Html =>
  html`<form method="post" action="/sign-out" ${clientToken !== null && html`hidden`}>
      <p class="quiet">
        <bdi>${email}</bdi> <button class="link" name="back" value="/">${words.account.signOut}</button>
      </p>
    </form>
    ${
      clientToken === null
        ? html`<p class="quiet">${words.account.none}</p>`
        : html`<billing-portal
              client-token="${clientToken}"
              locale="${language}"
              data-token-page="/account/token"
            ></billing-portal>
            <noscript><p class="fault">${words.account.noScript}</p></noscript>`
    }`
