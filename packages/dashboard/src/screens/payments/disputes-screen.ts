import type { Dispute, List } from '@billing-checkout/client'
import { html, type TemplateResult } from 'lit'
import { disputeChip, disputeTones } from '../../parts/chip.ts'
import { field, select } from '../../parts/field.ts'
import type { Column } from '../../parts/table.ts'
import { pathIn } from '../../shell/context.ts'
import { type ListQuery, ListScreen } from '../list-screen.ts'
import { paymentTabs } from './payment-tabs.ts'

/** Every dispute of the organization, the latest first. Each row links to its payment. */
export class DisputesScreen extends ListScreen<Dispute> {
  protected readonly apiPath = '/disputes'

  protected load({ page, limit, filters }: ListQuery, signal: AbortSignal): Promise<List<Dispute>> {
    const { status, ...rest } = filters
    const query = { ...rest, ...(status && { status: status as Dispute['status'] }) }
    return this.context.client.findDisputes({ ...query, page, limit }, { signal })
  }

  protected override above(): TemplateResult {
    return paymentTabs(this.context, 'disputes')
  }

  protected heading(): string {
    return this.context.say('disputes.title')
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

  protected keyOf({ id }: Dispute): string {
    return id
  }

  protected override pathOfRow({ payment_id: id }: Dispute): string {
    return pathIn(this.context, 'payments', id)
  }

  protected emptyText(): readonly [string, string] {
    return [this.context.say('disputes.empty'), this.context.say('disputes.emptyHint')]
  }

  protected override filterFields(): unknown {
    const { say } = this.context
    const statuses = Object.keys(disputeTones) as (keyof typeof disputeTones)[]
    const shown = (name: string) => ({ name, value: this.filtered(name), isOptional: true })
    return html`${select({
      ...shown('status'),
      label: say('list.status'),
      choices: [['', say('list.all')], ...statuses.map((status) => [status, say(`dispute.${status}`)] as const)],
    })}
    ${field({ ...shown('from'), label: say('list.from'), type: 'date' })}
    ${field({ ...shown('to'), label: say('list.to'), type: 'date' })}`
  }
}
