import type { Slug } from '../catalogue.ts'
import { html } from '../html.ts'
import type { Price } from '../prices.ts'
import type { Page } from './page.ts'
import type { Visit } from '../visit.ts'
import { tinOf } from './art.ts'

/** The values in the form: empty at first; if the email address was invalid, what the visitor typed. */
export interface Entered {
  readonly email: string
  readonly name: string
  readonly isInvalid: boolean
}

/** Asks a new visitor for their name and email address. */
export const whoPage = ({ words }: Visit, slug: Slug, { plan }: Price, entered: Entered): Page => ({
  title: words.who.title,
  body: html`<section class="who">
    <div class="who-tin">
      ${tinOf(slug)}
      <p>${plan.name}</p>
    </div>
    <div>
      <h1>${words.who.title}</h1>
      <p class="quiet">${words.who.text}</p>
      <form class="form" method="post" action="/checkout/${slug}" novalidate>
        <div class="field">
          <label for="email">${words.who.email}</label>
          <input
            id="email"
            name="email"
            type="email"
            autocomplete="email"
            required
            value="${entered.email}"
            ${entered.isInvalid && html` aria-invalid="true" aria-describedby="email-fault" autofocus`}
          />
          ${entered.isInvalid && html`<p class="fault" id="email-fault">${words.who.invalid}</p>`}
        </div>
        <div class="field">
          <label for="name">${words.who.name} <span class="quiet">(${words.who.optional})</span></label>
          <input id="name" name="name" autocomplete="name" maxlength="200" value="${entered.name}" />
        </div>
        <button class="button wide">${words.who.action}</button>
      </form>
    </div>
  </section>`,
})
