import { html, nothing } from 'lit'
import type { Notice } from '../checkout/notice.ts'
import type { Drawing, View } from './view.ts'
import { alertIcon, clockIcon } from './icons.ts'

/** What went wrong or has changed, above the form; focusable, so that recovery starts there. */
export const drawNotice = (notice: Notice | null, { checkout, texts }: View): Drawing =>
  notice === null
    ? nothing
    : html`<div class="notice ${notice.tone}" part="notice" id="notice" tabindex="-1">
        ${alertIcon}
        <div>
          ${notice.title === null ? nothing : html`<p class="notice-title" part="notice-title">${texts.say(notice.title)}</p>`}
          <p>
            ${texts.say(notice.text, { merchant: checkout.merchant.name })}
            ${notice.reassurance === null ? nothing : texts.say(notice.reassurance)}
          </p>
        </div>
      </div>`

/** That the session is about to expire. */
export const drawExpiring = (minutes: number | null, { texts }: View): Drawing =>
  minutes === null
    ? nothing
    : html`<div class="notice warning" part="expiring">
        ${clockIcon}
        <p>${texts.say('notice.expiring', { minutes })}</p>
      </div>`
