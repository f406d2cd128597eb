import type { Checkout } from '@billing-checkout/contract'
import { html, nothing } from 'lit'
import {
  discountLabel,
  isFirstAfterDiscount,
  laterChargesOf,
  offerKindOf,
  offerMessageValues,
} from '../checkout/order/offer.ts'
import { type CheckoutViewInput, renderInNewNodes, type Rendering } from '../drawing/view.ts'

/** The seller, the plan, its price now and later, and `questions` (address, code). The server has formatted all amounts. */
export const renderSummary = (view: CheckoutViewInput, questions: Rendering): Rendering =>
  html`<section class="summary" part="summary" aria-labelledby="plan">
    <div class="stays">${renderInNewNodes(view.quoteCount, renderQuote(view))} ${questions}</div>
  </section>`

const renderQuote = ({ checkout, texts }: CheckoutViewInput): Rendering => {
  const { merchant, session, quote_display: display, subscription } = checkout
  return html`<p class="merchant" part="merchant">${merchant.name}</p>
    <h2 class="plan" part="plan" id="plan">
      ${renderPlanBefore({ checkout, texts })}${session.plan?.name ?? subscription?.plan_name ?? ''}
    </h2>
    ${
      display === null
        ? nothing
        : html`<p class="due" part="due">
              <span class="due-label" part="due-label">${texts.say('summary.due')}</span>
              <strong
                class="amount"
                part="amount"
                translate="no"
                .style=${`--_letters:${display.due_now.formatted_amount.length}`}
                ><bdi>${display.due_now.formatted_amount}</bdi></strong
              >
              ${
                display.due_now_local === null || display.due_now.amount === 0
                  ? nothing
                  : html`<span class="local-amount" part="local-amount" translate="no"
                      ><span aria-hidden="true">≈ <bdi>${display.due_now_local}</bdi></span
                      ><span class="unseen"
                        >${texts.say('summary.local', { amount: display.due_now_local })}</span
                      ></span
                    >`
              }
            </p>
            ${renderRhythm({ checkout, texts })} ${renderLines({ checkout, texts })}
            ${renderSchedule({ checkout, texts })}`
    }`
}

/** The present plan of a subscription that changes, with an arrow to the new plan. */
const renderPlanBefore = ({ checkout: { purpose, subscription }, texts }: CheckoutViewInput): Rendering =>
  purpose === 'change_plan'
    ? html`<span part="plan-before"
        ><bdi>${subscription?.plan_name}</bdi> ${texts.direction === 'rtl' ? '←' : '→'}</span
      > `
    : nothing

/** The recurring price; if it does not apply from the next charge on, first the next charge or the discounted price. */
const renderRhythm = ({ checkout, texts }: CheckoutViewInput): Rendering => {
  const later = laterChargesOf(checkout)
  const next = later.find(({ amount }) => amount !== 0)
  const last = later.at(-1)
  if (last === undefined || offerKindOf(checkout) === 'free') return nothing
  const { formatted_amount: amount, date } = last
  const isDated = later[1] || hasNoSchedule(checkout)
  const values = { ...offerMessageValues(checkout, texts), amount, date }
  const after = next && later[later.indexOf(next) + 1]
  return html`${
      after === undefined
        ? nothing
        : html`<p class="rhythm" part="rhythm">
            ${
              isFirstAfterDiscount(checkout, after)
                ? html`<span translate="no"
                    >${texts.say('summary.until', { ...values, amount: next?.formatted_amount, date: after.date })}</span
                  >`
                : html`${texts.say('schedule.next')} <bdi translate="no">${next?.date}</bdi> ·
                    <bdi translate="no">${next?.formatted_amount}</bdi>`
            }
          </p>`
    }
    <p class="rhythm" part="rhythm" translate="no">${texts.say(isDated ? 'summary.from' : 'summary.then', values)}</p>`
}

/** Whether to show no schedule, because it would have one entry: the subscription is only resumed or only gets another method. */
const hasNoSchedule = (checkout: Checkout): boolean =>
  /^(resume|update)/.test(checkout.purpose ?? '') && !laterChargesOf(checkout)[1]

const renderLines = ({ checkout, texts }: CheckoutViewInput): Rendering => {
  const { quote, quote_display: display } = checkout
  const lines = display?.lines ?? []
  const included = quote?.tax.behavior === 'inclusive' && quote.tax.amount > 0 ? display?.tax : null
  // A single line would only repeat the total.
  if (lines.length < 2 && !included && !lines[0]?.formatted_units) return nothing
  return html`<dl class="lines" part="lines">
    ${lines.map(renderLineIn({ checkout, texts }))}
    <div class="line total" part="total">
      <dt>${texts.say('summary.due')}</dt>
      <dd><bdi translate="no">${display?.due_now.formatted_amount}</bdi></dd>
    </div>
    ${
      included
        ? (included.parts?.length
            ? included.parts
            : [{ label: labelOf({ kind: 'tax' }, { checkout, texts }), formatted_amount: included.formatted_amount }]
          ).map(
            ({ label, formatted_amount: amount }) =>
              html`<div class="line included">
                <dt>${texts.say('summary.included', { tax: label })}</dt>
                <dd><bdi translate="no">${amount}</bdi></dd>
              </div>`,
          )
        : nothing
    }
  </dl>`
}

const renderLineIn =
  (view: CheckoutViewInput) =>
  (line: Line): Rendering =>
    html`<div class="line" part="line">
      <dt part="line-label">
        ${labelOf(line, view)} ${line.formatted_units && html`<bdi translate="no">${line.formatted_units}</bdi>`}
      </dt>
      <dd part="line-amount"><bdi translate="no">${line.formatted_amount}</bdi></dd>
    </div>`

const labelOf = (
  line: Pick<Line, 'kind'> & Partial<Line>,
  { checkout, texts }: CheckoutViewInput,
): string | undefined => {
  const { kind, label = '', formatted_amount: amount = '' } = line
  const tax = checkout.quote_display?.tax
  if (kind === 'plan' || kind === 'customer_credit') return label
  if (kind === 'discount')
    return discountLabel(texts, { label, formatted_amount: amount }, checkout.discount?.formatted_off)
  const words = texts.say(`line.${kind}`, offerMessageValues(checkout, texts))
  // If there are several taxes, each label already contains the tax's name and rate.
  if (kind === 'tax' && label && tax?.parts?.length) return label
  // The label of credit is the plan whose unused time became credit.
  if (kind === 'credit') return `${words} (${label})`
  return kind === 'tax' && tax?.rate ? texts.say('line.tax_rate', { tax: words, rate: tax.rate }) : words
}

type Line = NonNullable<Checkout['quote_display']>['later_charges'][number]['lines'][number]

const renderSchedule = (view: CheckoutViewInput): Rendering => {
  const { checkout, texts } = view
  const { quote_display: display } = checkout
  const later = laterChargesOf(checkout)
  const offer = offerKindOf(checkout)
  if (display == null || later.length === 0 || hasNoSchedule(checkout) || offer === 'free') return nothing
  const isTrial = offer === 'trial_free' || offer === 'trial_paid'
  const isFree = display.due_now.amount === 0
  const values = offerMessageValues(checkout, texts)
  const today = isTrial ? texts.say(isFree ? 'schedule.trial' : 'line.trial', values) : checkout.session.plan?.name
  return html`<ol class="schedule" part="schedule" aria-label=${texts.say('schedule.title')}>
    <li class="step now" part="schedule-step">
      <span class="when">${texts.say('schedule.today')}</span>
      <span class="what">${today}</span>
      <bdi class="much" translate="no"
        >${isFree ? texts.say('schedule.nothing') : display.due_now.formatted_amount}</bdi
      >
    </li>
    ${later.map(
      ({ amount, formatted_amount: much, date, lines }, place) =>
        html`<li class="step" part="schedule-step">
          <span class="when" translate="no">${date}</span>
          <span class="what"
            >${
              (place > 0 && place === later.length - 1) || isFirstAfterDiscount(checkout, later[place + 1])
                ? values.interval
                : texts.say(
                    isTrial ? 'schedule.first' : amount === 0 && later[1] ? 'schedule.covered' : 'schedule.next',
                  )
            }</span
          >
          <bdi class="much" translate="no">${much}</bdi>
          ${lines[0] ? html`<dl class="lines" part="lines">${lines.map(renderLineIn(view))}</dl>` : nothing}
        </li>`,
    )}
  </ol>`
}
