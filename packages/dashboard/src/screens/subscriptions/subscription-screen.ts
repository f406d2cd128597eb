import type { FindEventsAnswer, List, Payment, Subscription } from '@billing-checkout/client'
import { html, type TemplateResult } from 'lit'
import { subscriptionChip } from '../../parts/chip.ts'
import { copyCurlButton, idWithCopyButton } from '../../parts/copy.ts'
import { descriptionList, section } from '../../parts/description-list.ts'
import { table } from '../../parts/table.ts'
import { isAllowed, screenPath } from '../../shell/context.ts'
import { ObjectScreen } from '../object-screen.ts'
import { paymentColumns } from '../payments/payment-columns.ts'
import { timeline, timelineMax } from '../timeline.ts'
import { nextChargeSummary } from './next-charge-summary.ts'
import { openPlanChangeDialog } from './open-plan-change-dialog.ts'
import { openQuantityDialog } from './open-quantity-dialog.ts'
import { openChargeRetryDialog } from './open-charge-retry-dialog.ts'
import {
  openCancellationDialog,
  openRecoveryLinkDialog,
  openResumptionDialog,
  openScheduledChangeRemovalDialog,
} from './subscription-dialogs.ts'

/** A subscription with its payments and events. */
interface Shown {
  readonly subscription: Subscription
  readonly payments: List<Payment>
  readonly events: FindEventsAnswer
}

/** One subscription: its next charge, its payments and events, and the possible actions. */
export class SubscriptionScreen extends ObjectScreen<Shown> {
  protected async load(id: string, signal: AbortSignal): Promise<Shown> {
    const { client } = this.context
    const options = { signal }
    const [subscription, payments, events] = await Promise.all([
      client.findSubscription(id, options),
      client.findPayments({ subscription_id: id, limit: 25 }, options),
      client.findEvents({ object: id, limit: timelineMax }, options),
    ])
    return { subscription, payments, events }
  }

  protected draw({ subscription, payments, events }: Shown): TemplateResult {
    const { say } = this.context
    return html`<header class="heading">
        <div>
          <h1><bdi>${subscription.plan.name}</bdi></h1>
          ${subscriptionChip(subscription.status, say)}
        </div>
        <div class="buttons">
          ${this.#actions(subscription)}
          ${copyCurlButton(say, { method: 'GET', path: `/subscriptions/${subscription.id}` })}
        </div>
      </header>
      <div class="columns">
        <div>
          ${section(say('subscription.nextTitle'), nextChargeSummary(this.context, subscription))}
          ${section(say('nav.payments'), this.#payments(payments.data))}
          ${section(say('payment.timeline'), timeline(this.context, subscription.id, events))}
        </div>
        <aside>${this.#facts(subscription)}</aside>
      </div>`
  }

  /** The actions that the subscription's status and the user's role allow. The server checks them again. */
  #actions(subscription: Subscription): readonly unknown[] {
    const { context } = this
    const { say } = context
    const { status, scheduled_change: change, cancellation } = subscription
    const isLive = status === 'active' || status === 'trial' || status === 'past_due'
    const actions = [
      {
        needs: 'updateSubscription',
        isPossible: isLive,
        label: 'subscription.change',
        tone: 'primary',
        open: () => openPlanChangeDialog(context, subscription),
      },
      {
        needs: 'updateSubscription',
        isPossible: isLive,
        label: 'subscription.quantity',
        open: () => openQuantityDialog(context, subscription),
      },
      {
        needs: 'updateSubscription',
        isPossible: change !== null,
        label: 'subscription.unschedule',
        open: () => openScheduledChangeRemovalDialog(context, subscription),
      },
      {
        needs: 'updateSubscription',
        isPossible: cancellation !== null || status === 'cancelled',
        label: 'subscription.resume',
        tone: 'primary',
        open: () => openResumptionDialog(context, subscription),
      },
      {
        needs: 'createPayment',
        isPossible: status === 'past_due',
        label: 'subscription.retry',
        open: () => openChargeRetryDialog(context, subscription),
      },
      {
        needs: 'createRecoveryLink',
        isPossible: status === 'past_due',
        label: 'subscription.recovery',
        open: () => openRecoveryLinkDialog(context, subscription),
      },
      {
        needs: 'scheduleCancellation',
        isPossible: isLive,
        label: 'subscription.cancelLater',
        open: () => openCancellationDialog(context, subscription, 'later'),
      },
      {
        needs: 'cancelSubscription',
        isPossible: status !== 'cancelled',
        label: 'subscription.cancelNow',
        tone: 'danger',
        open: () => openCancellationDialog(context, subscription, 'now'),
      },
    ] as const
    return actions
      .filter(({ needs, isPossible }) => isPossible && isAllowed(context, needs))
      .map(({ label, open, ...action }) => {
        const tone = 'tone' in action ? action.tone : ''
        return html`<button type="button" class="button ${tone}" @click=${() => this.shown.reloadAfter(open)}>
          ${say(label)}
        </button>`
      })
  }

  #facts(subscription: Subscription): TemplateResult {
    const { say, format } = this.context
    const { customer, discount, cancellation } = subscription
    return descriptionList([
      [say('fact.id'), idWithCopyButton(say, subscription.id)],
      [
        say('fact.customer'),
        html`<a href=${screenPath(this.context, 'customers', customer.id)}
          >${customer.email ?? customer.external_id ?? customer.id}</a
        >`,
      ],
      [say('fact.price'), format.price(subscription)],
      [say('fact.discount'), discount?.name ?? null],
      [
        say('fact.period'),
        `${format.day(subscription.current_period_start)} – ${format.day(subscription.current_period_end)}`,
      ],
      [say('fact.created'), format.instant(subscription.created_at)],
      [say('cancellation.received'), cancellation && format.instant(cancellation.received_at)],
      [say('cancellation.ends'), cancellation?.ends_at ? format.day(cancellation.ends_at) : null],
      [say('cancellation.source'), cancellation && say(`cancellationSource.${cancellation.source}`)],
      [say('cancellation.reason'), cancellation?.reason ? say(`cancellationReason.${cancellation.reason}`) : null],
      [say('cancellation.comment'), cancellation?.comment ?? null],
    ])
  }

  #payments(payments: readonly Payment[]): TemplateResult {
    const { say } = this.context
    if (payments.length === 0) return html`<p class="quiet">${say('customer.paymentsNone')}</p>`
    return table({
      label: say('nav.payments'),
      rows: payments,
      keyOf: ({ id }) => id,
      pathOf: ({ id }) => screenPath(this.context, 'payments', id),
      columns: paymentColumns(this.context, { without: ['customer', 'plan'] }),
    })
  }
}
