import type { Dispute, FindDisputesQuery, List } from '@billing-checkout/client'
import { html, type TemplateResult } from 'lit'
import { disputeChip, disputeTones, keysOf } from '../../parts/chip.ts'
import type { Column } from '../../parts/table.ts'
import { screenPath } from '../../shell/context.ts'
import { ListScreen } from '../list-screen.ts'
import { paymentTabs } from './payment-tabs.ts'

/** Every dispute of the organization, the latest first. Each row links to its payment. */
export class DisputesScreen extends ListScreen<Dispute, FindDisputesQuery> {
  protected readonly apiPath = '/disputes'
  protected readonly heading = 'disputes.title'
  protected readonly ifEmpty = ['disputes.empty', 'disputes.emptyHint'] as const

  protected load(query: FindDisputesQuery, signal: AbortSignal): Promise<List<Dispute>> {
    return this.context.client.findDisputes(query, { signal })
  }

  protected override above(): TemplateResult {
    return paymentTabs(this.context, 'disputes')
  }

  protected columns(): readonly Column<Dispute>[] {
    const { say, format } = this.context
    return [
      {
        label: say('fact.amount'),
        isNumber: true,
        cell: ({ amount, currency }) => html`<span class="strong">${format.money(amount, currency)}</span>`,
      },
      { label: say('fact.status'), cell: ({ status }) => disputeChip(status, say) },
      { label: say('disputes.reason'), cell: ({ reason }) => say(`disputeReason.${reason}`) },
      {
        label: say('disputes.due'),
        isWideOnly: true,
        cell: ({ evidence_due_at: due }) => (due === null ? '–' : format.instant(due)),
      },
      { label: say('fact.date'), isWideOnly: true, cell: ({ created_at: at }) => format.instant(at) },
    ]
  }

  protected override pathOfRow({ payment_id: id }: Dispute): string {
    return screenPath(this.context, 'payments', id)
  }

  protected filterFields(): readonly TemplateResult[] {
    const statuses = keysOf(disputeTones).map((status) => [status, `dispute.${status}`] as const)
    return [this.statusFilter('status', statuses), ...this.periodFilters()]
  }
}
