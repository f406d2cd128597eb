import type { AuditRecord, List } from '@billing-checkout/client'
import { html, type TemplateResult } from 'lit'
import { field } from '../../parts/field.ts'
import type { Column } from '../../parts/table.ts'
import { type ListQuery, ListScreen } from '../list-screen.ts'
import { developerTabs } from './developer-tabs.ts'
import { drawJson } from './draw-json.ts'

/** Every change, with the person or key that made it, the latest first. */
export class AuditScreen extends ListScreen<AuditRecord> {
  protected readonly apiPath = '/audit'

  protected load({ page, limit, filters }: ListQuery, signal: AbortSignal): Promise<List<AuditRecord>> {
    return this.context.client.findAuditRecords({ ...filters, page, limit }, { signal })
  }

  protected override above(): TemplateResult {
    return developerTabs(this.context, 'audit')
  }

  protected heading(): string {
    return this.context.say('developers.audit')
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

  protected keyOf({ id }: AuditRecord): string {
    return id
  }

  protected emptyText(): readonly [string, string] {
    return [this.context.say('audit.empty'), this.context.say('audit.emptyHint')]
  }

  protected override filterFields(): unknown {
    const { say } = this.context
    const shown = (name: string) => ({ name, value: this.filtered(name), isOptional: true })
    return html`${field({ ...shown('object'), label: say('fact.object'), lengthMax: 255 })}
    ${field({ ...shown('who'), label: say('fact.who'), lengthMax: 200 })}
    ${field({ ...shown('from'), label: say('list.from'), type: 'date' })}
    ${field({ ...shown('to'), label: say('list.to'), type: 'date' })}`
  }
}
