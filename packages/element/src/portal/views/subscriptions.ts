import { html, nothing } from 'lit'
import type { MessageKey } from '../../messages/checkout-catalogue.ts'
import { renderMethod } from './methods.ts'
import type { Rendering } from '../../drawing/view.ts'
import { type PortalSubscription, isRenewing } from '../state/portal-state.ts'
import { renderCancellation } from './cancellation.ts'
import { type PortalButton, renderButton, renderNoticeAt, renderSection } from './controls.ts'
import { renderLines } from './lines.ts'
import { renderPlans } from './plans.ts'
import { isFeatureOffered, type PortalViewInput } from './portal-view.ts'
import { renderPrice } from './price.ts'
import { renderQuantity } from './quantity.ts'

/** Every subscription: its status, its next charge, and the possible actions. */
export const renderSubscriptions = (view: PortalViewInput): Rendering => {
  const { portal, texts } = view
  return renderSection(
    'subscriptions',
    texts.say('portal.subscriptions'),
    portal.subscriptions.length === 0
      ? html`<p class="empty" part="empty">${texts.say('portal.no_subscriptions')}</p>`
      : html`<ul class="items" role="list">
          ${portal.subscriptions.map((subscription) => html`<li>${renderSubscription(subscription, view)}</li>`)}
        </ul>`,
  )
}

const renderSubscription = (subscription: PortalSubscription, view: PortalViewInput): Rendering => {
  const { texts, state } = view
  const { id, plan, status, method, next_charge: next, scheduled_change: scheduled } = subscription
  const { task } = state
  return html`<article class="item" part="subscription" aria-labelledby="plan-${id}">
    <div class="item-head">
      <h3 class="plan" part="plan" id="plan-${id}"><bdi>${plan.name}</bdi></h3>
      <p class="status ${status}" part="status">${statusWords(subscription, view)}</p>
    </div>
    <p class="price" part="price">${renderPrice(plan, texts)}</p>
    ${scheduled ? renderScheduled(scheduled, view) : nothing} ${renderReasonForNoChange(subscription, view)}
    ${renderNoticeAt(id, view)} ${next ? renderNext(next, subscription, view) : nothing}
    ${method && status !== 'cancelled' ? html`<div class="paid-with">${renderMethod(method, view)}</div>` : nothing}
    ${
      task?.kind === 'cancel' && task.id === id
        ? renderCancellation(subscription, view)
        : task?.kind === 'plans' && task.id === id
          ? renderPlans(subscription, view)
          : task?.kind === 'quantity' && task.id === id && subscription.quantities
            ? renderQuantity(subscription, subscription.quantities, view)
            : renderActions(subscription, view)
    }
  </article>`
}

/** Explains why the plan cannot change: the subscription ends on a requested date. The button “Resume” removes that date. */
const renderReasonForNoChange = (
  { end_date: date, alternatives }: PortalSubscription,
  view: PortalViewInput,
): Rendering =>
  date !== null && alternatives.length === 0 && isFeatureOffered(view, 'change_plan')
    ? html`<p class="muted" part="end">${view.texts.say('cancel.done', { date })}</p>`
    : nothing

/** The plan that the subscription changes to at the end of its period, with its price. */
const renderScheduled = (
  { plan, date }: NonNullable<PortalSubscription['scheduled_change']>,
  { texts }: PortalViewInput,
): Rendering =>
  html`<p class="scheduled" part="scheduled">
    ${texts.say('change.scheduled', { date, plan: plan.name })}<br />
    <span class="muted">${renderPrice(plan, texts)}</span>
  </p>`

const renderNext = (
  next: NonNullable<PortalSubscription['next_charge']>,
  { plan, discount, scheduled_change: scheduled }: PortalSubscription,
  { texts }: PortalViewInput,
): Rendering =>
  html`<div class="next" part="next">
    <p class="line total">
      <span>${texts.say('schedule.next')} · <bdi translate="no">${next.date}</bdi></span>
      <bdi translate="no">${next.formatted_amount}</bdi>
    </p>
    ${next.lines.length > 0 ? renderLines(next.lines, texts, discount?.formatted_off) : nothing}
    ${discount?.ends ? renderDiscountEnd(discount, discount.ends, scheduled?.plan ?? plan, texts) : nothing}
  </div>`

/** The price until the discount ends, and the price afterwards. */
const renderDiscountEnd = (
  { formatted_amount: amount }: NonNullable<PortalSubscription['discount']>,
  { date, formatted_amount: after }: { readonly date: string; readonly formatted_amount: string },
  { interval: unit, interval_count: count }: PortalSubscription['plan'],
  texts: PortalViewInput['texts'],
): Rendering => {
  const interval = texts.say('interval', { unit, count })
  return html`<p class="muted" part="discount" translate="no">
    ${texts.say('summary.until', { amount, interval, date })} ·
    ${texts.say('summary.then', { amount: after, interval })}
  </p>`
}

const statuses: Readonly<Record<PortalSubscription['status'], MessageKey>> = {
  active: 'status.active',
  trial: 'status.trial',
  past_due: 'status.past_due',
  scheduled_for_cancellation: 'status.ending',
  cancelled: 'status.ended',
}

const statusWords = (
  { status, period_end: end, end_date: endDate }: PortalSubscription,
  { texts }: PortalViewInput,
): string =>
  [texts.say(statuses[status], { date: end }), endDate && texts.say('status.ending', { date: endDate })]
    .filter(Boolean)
    .join(' · ')

/** The buttons of a subscription. The button for cancelling depends only on the status, not on the features that the merchant offers. */
const renderActions = (subscription: PortalSubscription, view: PortalViewInput): Rendering => {
  const { texts, state, on } = view
  const { id, status, end_date: endDate, alternatives, quantities, scheduled_change: scheduled } = subscription
  const about = `plan-${id}`
  const stillRenews = isRenewing(subscription)
  const actions: readonly (PortalButton | false)[] = [
    status === 'past_due' && {
      id: `pay-${id}`,
      label: texts.say('overdue.action'),
      kind: 'main',
      onClick: () => on.checkout('recover', id),
    },
    isFeatureOffered(view, 'change_plan') &&
      alternatives.length > 0 && {
        id: `plans-${id}`,
        // The button opens the list of plans, whose buttons have the same label.
        label: texts.say('button.change_free'),
        onClick: () => on.open({ kind: 'plans', id }),
      },
    quantities !== null && {
      id: `quantity-${id}`,
      label: texts.say('quantity.change'),
      onClick: () => on.open({ kind: 'quantity', id }),
    },
    scheduled?.can_undo === true && {
      id: `undo-${id}`,
      label: texts.say('change.undo'),
      onClick: () => on.undo(id),
    },
    isFeatureOffered(view, 'resume') &&
      (!stillRenews || endDate !== null) && {
        id: `resume-${id}`,
        label: texts.say('button.resume'),
        onClick: () => (status === 'cancelled' ? on.checkout('recover', id) : on.resume(id)),
      },
    stillRenews && {
      id: `cancel-${id}`,
      label: texts.say('cancel.action'),
      onClick: () => on.open({ kind: 'cancel', id }),
    },
  ]
  return html`<div class="actions">
    ${actions.map((action) => (action ? renderButton({ ...action, about }, state.busy !== null) : nothing))}
  </div>`
}
