import type { FindWebhookDeliveriesQuery, List, WebhookDelivery, WebhookEndpoint } from '@billing-checkout/client'
import { html, nothing, type TemplateResult } from 'lit'
import { explainError } from '../../api/explain-error.ts'
import { button } from '../../parts/button.ts'
import { chip, keysOf } from '../../parts/chip.ts'
import { emptyState } from '../../parts/description-list.ts'
import { LoadController } from '../../parts/load-controller.ts'
import { type Column, table } from '../../parts/table.ts'
import { toast } from '../../parts/toast.ts'
import { isAllowed } from '../../shell/context.ts'
import { ListScreen } from '../list-screen.ts'
import { rowButton } from '../row-button.ts'
import { developerTabs } from './developer-tabs.ts'
import { drawJson } from './draw-json.ts'
import {
  openEndpointDialog,
  openEndpointChangeDialog,
  openEndpointDeletionDialog,
  openReplayDialog,
  openSecretRotationDialog,
} from './endpoint-dialogs.ts'

type DeliveryStatus = WebhookDelivery['status']

/** The webhook endpoints with their health, and the deliveries to them. */
export class WebhooksScreen extends ListScreen<WebhookDelivery, FindWebhookDeliveriesQuery> {
  protected readonly apiPath = '/webhook-deliveries'
  protected readonly heading = 'webhooks.deliveries'
  protected readonly ifEmpty = ['webhooks.deliveriesNone', 'webhooks.emptyHint'] as const
  protected override readonly headingLevel = 2
  protected override readonly hasPages = false

  readonly #endpoints = new LoadController<List<WebhookEndpoint>>(
    this,
    () => this.context.organization.id,
    (signal) => this.context.client.findWebhookEndpoints({ limit: 100 }, { signal }),
  )

  protected load(query: FindWebhookDeliveriesQuery, signal: AbortSignal): Promise<List<WebhookDelivery>> {
    return this.context.client.findWebhookDeliveries(query, { signal })
  }

  protected override above(): TemplateResult {
    const { say } = this.context
    return html`${developerTabs(this.context, 'webhooks')}
      <header class="heading">
        <h1>${say('developers.webhooks')}</h1>
        <div class="buttons">
          ${
            isAllowed(this.context, 'createWebhookEndpoint')
              ? button(
                  say('webhooks.create'),
                  () => this.#reloadAfter(() => openEndpointDialog(this.context)),
                  'primary',
                )
              : nothing
          }
        </div>
      </header>
      ${this.#endpoints.draw(say, ({ data }) =>
        data.length === 0 ? emptyState(say('webhooks.empty'), say('webhooks.emptyHint')) : this.#endpointTable(data),
      )}`
  }

  protected columns(): readonly Column<WebhookDelivery>[] {
    const { say, format } = this.context
    return [
      {
        label: say('fact.type'),
        cell: (delivery) =>
          html`<details>
            <summary>${delivery.event_type}</summary>
            ${drawJson(say('webhooks.tries'), delivery.attempts)}
          </details>`,
      },
      {
        label: say('fact.status'),
        cell: ({ status }) => chip(deliveryTones[status], say(`delivery.${status}`)),
      },
      {
        label: say('webhooks.answer'),
        isWideOnly: true,
        cell: ({ attempts }) => attempts.at(-1)?.response_status ?? attempts.at(-1)?.error ?? '–',
      },
      { label: say('fact.when'), isWideOnly: true, cell: ({ created_at: at }) => format.instant(at) },
      ...(isAllowed(this.context, 'redeliverWebhook') ? [this.#redelivery()] : []),
    ]
  }

  #redelivery(): Column<WebhookDelivery> {
    const { say } = this.context
    return {
      label: say('app.actions'),
      cell: ({ id }) => button(say('webhooks.redeliver'), () => this.#redeliver(id), 'small'),
    }
  }

  protected filterFields(): readonly TemplateResult[] {
    return [
      this.statusFilter(
        'status',
        keysOf(deliveryTones).map((status) => [status, `delivery.${status}`] as const),
      ),
    ]
  }

  #endpointTable(endpoints: readonly WebhookEndpoint[]): TemplateResult {
    const { say, format } = this.context
    return table({
      label: say('developers.webhooks'),
      rows: endpoints,
      keyOf: ({ id }) => id,
      columns: [
        {
          label: say('webhooks.url'),
          cell: ({ url, description }) =>
            html`<bdi>${url}</bdi> ${description ? html`<br /><bdi class="quiet">${description}</bdi>` : nothing}`,
        },
        {
          label: say('fact.status'),
          cell: ({ enabled, failing_since: since }) =>
            since
              ? chip('bad', say('webhooks.failing', { date: format.instant(since) }))
              : chip(enabled ? 'good' : 'quiet', say(enabled ? 'webhooks.enabled' : 'webhooks.disabled')),
        },
        {
          label: say('webhooks.behind'),
          isWideOnly: true,
          isNumber: true,
          cell: ({ events_behind: behind }) => format.count(behind),
        },
        ...(isAllowed(this.context, 'updateWebhookEndpoint')
          ? [{ label: say('app.actions'), cell: (endpoint: WebhookEndpoint) => this.#endpointActions(endpoint) }]
          : []),
      ],
    })
  }

  #endpointActions(endpoint: WebhookEndpoint): TemplateResult {
    const { context } = this
    const { say } = context
    const action = (label: string, open: () => Promise<boolean>) =>
      rowButton(label, endpoint.url, () => this.#reloadAfter(open))
    return html`<span class="buttons">
      ${action(say('webhooks.edit'), () => openEndpointChangeDialog(context, endpoint))}
      ${action(say('webhooks.test'), () => this.#test(endpoint))}
      ${action(say('webhooks.replay'), () => openReplayDialog(context, endpoint))}
      ${action(say('webhooks.rotate'), () => openSecretRotationDialog(context, endpoint))}
      ${action(say('webhooks.delete'), () => openEndpointDeletionDialog(context, endpoint))}
    </span>`
  }

  async #reloadAfter(open: () => Promise<boolean>): Promise<void> {
    if (await open()) await Promise.all([this.#endpoints.reload(), this.rows.reload()])
  }

  async #test({ id }: WebhookEndpoint): Promise<boolean> {
    const { client, say } = this.context
    try {
      await client.testWebhookEndpoint(id)
      toast(say('webhooks.tested'))
      return true
    } catch (error) {
      toast(explainError(error, say))
      return false
    }
  }

  async #redeliver(id: string): Promise<void> {
    const { client, say } = this.context
    try {
      await client.redeliverWebhook(id)
      toast(say('webhooks.redelivered'))
      await this.rows.reload()
    } catch (error) {
      toast(explainError(error, say))
    }
  }
}

const deliveryTones = { pending: 'waiting', delivered: 'good', failed: 'bad' } as const satisfies Record<
  DeliveryStatus,
  string
>
