import type { AuditRecord, FindAuditRecordsQuery, List } from '@billing-checkout/client'
import { html, type TemplateResult } from 'lit'
import type { Column } from '../../parts/table.ts'
import { ListScreen } from '../list-screen.ts'
import { developerTabs } from './developer-tabs.ts'
import { drawJson } from './draw-json.ts'

/** Every change, with the person or key that made it, the latest first. */
export class AuditScreen extends ListScreen<AuditRecord, FindAuditRecordsQuery> {
  protected readonly apiPath = '/audit'
  protected readonly heading = 'developers.audit'
  protected readonly ifEmpty = ['audit.empty', 'audit.emptyHint'] as const
  protected override readonly hasPages = false

  protected load(query: FindAuditRecordsQuery, signal: AbortSignal): Promise<List<AuditRecord>> {
    return this.context.client.findAuditRecords(query, { signal })
  }

  protected override above(): TemplateResult {
    return developerTabs(this.context, 'audit')
  }

  protected columns(): readonly Column<AuditRecord>[] {
    const { say, format } = this.context
    return [
      {
        label: say('fact.what'),
        cell: (record) =>
          html`<details>
            <summary>${record.event_type ?? record.what}</summary>
            <dl class="facts">
              <div>
                <dt>${say('fact.object')}</dt>
                <dd><code>${record.object ?? '–'}</code></dd>
              </div>
            </dl>
            ${drawJson(say('audit.before'), record.before)} ${drawJson(say('audit.after'), record.after)}
          </details>`,
      },
      { label: say('fact.object'), isWideOnly: true, cell: ({ object }) => html`<code>${object ?? '–'}</code>` },
      { label: say('fact.who'), isWideOnly: true, cell: ({ who }) => html`<bdi>${who}</bdi>` },
      { label: say('fact.when'), cell: ({ created_at: at }) => format.instant(at) },
    ]
  }

  protected filterFields(): readonly TemplateResult[] {
    return [
      this.textFilter('object', 'fact.object', { lengthMax: 255 }),
      this.textFilter('who', 'fact.who', { lengthMax: 200 }),
      ...this.periodFilters(),
    ]
  }
}
