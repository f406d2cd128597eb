import type { Subscription } from '@billing-checkout/client'
import { formatDay, formatMoney } from '../format.ts'
import { type Html, html } from '../html.ts'
import { paidWith } from '../paid-with.ts'
import type { Happened, Moved, Step } from '../time-machine.ts'
import type { Visit } from '../visit.ts'

/** The state of the panel: the clock, the subscriptions with the next charges, and what the last move of the clock did. */
export interface TimePanel {
  readonly now: string
  readonly subscriptions: readonly Subscription[]
  readonly last: Moved | null
  /** The page with the emails of the sandbox; null if there is no such page. */
  readonly inbox: string | null
  /** The page to return to. */
  readonly back: string
}

/** The date of the next charge among some subscriptions; null if none is planned. */
export const nextCharge = (subscriptions: readonly Subscription[]): string | null =>
  subscriptions
    .map(({ next_billing_date: date }) => date)
    .filter((date) => date !== null)
    .toSorted()[0] ?? null

/** A small panel that moves the sandbox's clock and lists what happened meanwhile. */
export const timePanel = (visit: Visit, panel: TimePanel): Html => {
  const { words, language } = visit
  const next = nextCharge(panel.subscriptions)
  const button = (step: Step, label: string, isOff = false) =>
    html`<button class="button small quiet-button" name="step" value="${step}" ${isOff && html`disabled`}>
      ${label}
    </button>`
  return html`<section class="time" id="time" tabindex="-1" aria-labelledby="time-title">
    <h2 id="time-title">${words.time.title}</h2>
    <p class="quiet">${words.time.text}</p>
    <p class="time-now"><time datetime="${panel.now}">${words.time.now(formatDay(panel.now, language))}</time></p>
    <form class="time-steps" method="post" action="/time" data-takes-time="${words.time.moving}">
      <input type="hidden" name="back" value="${panel.back}" />
      ${button('day', words.time.steps.day)} ${button('week', words.time.steps.week)}
      ${button('month', words.time.steps.month)}
      ${button('next', next === null ? words.time.noNext : words.time.next(formatDay(next, language)), next === null)}
    </form>
    ${panel.inbox && html`<p class="time-emails"><a href="${panel.inbox}" target="_blank" rel="noopener">${words.time.emails}</a></p>`}
    <p class="quiet time-busy" role="status"></p>
    ${panel.last && report(visit, panel.last, new Set(panel.subscriptions.map(({ id }) => id)))}
  </section>`
}

const report = (visit: Visit, { from, to, happened }: Moved, shown: ReadonlySet<string>): Html => {
  const { words, language } = visit
  const told = happened.filter(({ subscriptionId }) => shown.has(subscriptionId))
  return html`<h3>${words.time.moved(formatDay(from, language), formatDay(to, language))}</h3>
    ${told.length === 0 && html`<p class="quiet">${words.time.nothing}</p>`}
    <ol class="happened">
      ${told.map(
        (one) =>
          html`<li class="${one.what}">
            <time datetime="${one.at}">${formatDay(one.at, language)}</time>
            <span>${tell(visit, one)}</span>
          </li>`,
      )}
    </ol>`
}

const tell = ({ words, language }: Visit, { what, plan, amount, method }: Happened): string => {
  const price = amount === null ? '' : formatMoney(amount.minor, amount.currency, language)
  if (what === 'charged') return words.time.charged(plan, price, paidWith(words, method))
  if (what === 'declined') return words.time.declined(plan, price)
  return words.time[what](plan)
}
