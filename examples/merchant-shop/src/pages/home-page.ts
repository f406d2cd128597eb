import { type Slug, slugs } from '../catalogue.ts'
import { countriesIn } from '../countries.ts'
import { formatLength } from '../format.ts'
import { type Html, html } from '../html.ts'
import type { Price, PriceList } from '../prices.ts'
import type { Page } from './page.ts'
import type { Visit } from '../visit.ts'
import { nineTiles, tinOf } from './art.ts'

/** The front page: what the shop is, and the prices in the visitor's country. */
export const homePage = (visit: Visit, prices: PriceList): Page => {
  const { words } = visit
  return {
    title: words.hero.title,
    body: html`<section class="hero">
        <div>
          <h1>${words.hero.title}</h1>
          <p class="lead">${words.hero.text}</p>
          <a class="button" href="#teas">${words.hero.action}</a>
        </div>
        ${nineTiles(words.hero.art)}
      </section>
      <section id="teas" class="teas" aria-labelledby="teas-title">
        <div class="teas-head">
          <div>
            <h2 id="teas-title">${words.teas.title}</h2>
            <p class="quiet">${words.teas.text}</p>
          </div>
          ${countryPicker(visit)}
        </div>
        <ul class="cards">
          ${slugs.map((slug) => card(visit, slug, prices[slug]))}
        </ul>
      </section>
      <ol class="steps">
        ${words.steps.map(
          ({ title, text }) =>
            html`<li>
              <h3>${title}</h3>
              <p>${text}</p>
            </li>`,
        )}
      </ol>`,
  }
}

const countryPicker = ({ words, language, country }: Visit): Html =>
  html`<form class="country" method="get" action="/#teas">
    <label for="country">${words.teas.country}</label>
    <select id="country" name="country" data-sends-itself>
      ${countriesIn(language).map(({ code, name }) => html`<option value="${code}" ${code === country && html` selected`}>${name}</option>`)}
    </select>
    <noscript><button class="button small">${words.teas.show}</button></noscript>
  </form>`

const card = (visit: Visit, slug: Slug, price: Price): Html => {
  const words = visit.words.plans[slug]
  return html`<li class="card ${slug}">
    ${tinOf(slug)}
    <div class="card-text">
      <h3>${price.plan.name}</h3>
      <p class="quiet">${words.tagline}</p>
      <ul class="points">
        ${words.points.map((point) => html`<li>${point}</li>`)}
      </ul>
    </div>
    <div class="card-price">
      ${priceTag(visit, price)}
      <form method="post" action="/checkout/${slug}"><button class="button wide">${words.action}</button></form>
    </div>
  </li>`
}

/** The price in the visitor's own currency. If the shop charges another currency, the charged amount follows below. */
const priceTag = (visit: Visit, { plan, money }: Price): Html => {
  const { words } = visit
  const isLocal = money.local.currency !== money.payment.currency
  const amount = isLocal ? `≈ ${money.local.formatted_amount}` : money.payment.formatted_amount
  return html`<p class="price">
      <bdi class="amount">${amount}</bdi>
      <span>${plan.interval === null ? words.teas.once : words.teas.per[plan.interval]}</span>
    </p>
    <p class="terms">
      ${trialLine(visit, { plan, money })}${isLocal && html`<span>${words.teas.charged(money.payment.formatted_amount)}</span>`}
    </p>`
}

const trialLine = ({ words, language }: Visit, { plan, money }: Price): Html | null => {
  if (plan.trial === null || money.trial === null) return null
  const length = formatLength(plan.trial.interval, plan.trial.interval_count, language)
  const later = money.payment.formatted_amount
  const first = money.trial.payment
  return html`<span
    >${
      first.amount === 0
        ? words.teas.freeFirst(length, later)
        : words.teas.paidFirst(length, first.formatted_amount, later)
    }</span
  >`
}
