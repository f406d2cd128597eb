import { type Html, html } from '../html.ts'
import type { Page } from './page.ts'
import type { Visit } from '../visit.ts'

/** The page for an address that does not exist. */
export const missingPage = ({ words }: Visit): Page =>
  plain(
    words.missing.title,
    html`<p class="lead">${words.missing.text}</p>
      <p><a class="button" href="/">${words.thanks.home}</a></p>`,
  )

/** The page to show if the billing service does not answer. */
export const awayPage = ({ words }: Visit): Page =>
  plain(
    words.away.title,
    html`<p class="lead">${words.away.text}</p>
      <p><a class="button" href="/">${words.away.again}</a></p>`,
  )

/** The page for an unexpected error. */
export const brokenPage = ({ words }: Visit): Page =>
  plain(
    words.broken.title,
    html`<p class="lead">${words.broken.text}</p>
      <p><a class="button" href="/">${words.thanks.home}</a></p>`,
  )

/** Terms and privacy, which the checkout links to. */
export const smallPrintPage = ({ words }: Visit): Page =>
  plain(
    words.print.title,
    html`<h2 id="terms">${words.print.terms.title}</h2>
      <p>${words.print.terms.text}</p>
      <h2 id="privacy">${words.print.privacy.title}</h2>
      <p>${words.print.privacy.text}</p>`,
  )

const plain = (title: string, body: Html): Page => ({
  title,
  body: html`<section class="narrow">
    <h1>${title}</h1>
    ${body}
  </section>`,
})
