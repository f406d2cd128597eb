import { html, nothing, type TemplateResult } from 'lit'
import type { UserOperationAnswer } from '../../api/user-client.ts'
import { chip } from '../../parts/chip.ts'
import { type Context, isAllowed, screenPath } from '../../shell/context.ts'

type Attention = UserOperationAnswer<'findOverview'>['attention']

/**
 * The things that need a person's attention, each with a count and, if the user may see its list, a link to that list. If nothing needs
 * attention, a sentence says so.
 */
export const attentionList = (context: Context, attention: Attention): TemplateResult => {
  const { say, format } = context
  const lines = linesOf(context, attention).filter(({ count }) => count > 0)
  if (lines.length === 0) return html`<p class="quiet">${say('home.attentionNone')}</p>`
  return html`<ul class="rows">
    ${lines.map(
      ({ label, count, path, hint }) =>
        html`<li>
          <span>
            ${path === null ? label : html`<a href=${path}>${label}</a>`}
            ${hint === undefined ? nothing : html`<br /><span class="quiet">${hint}</span>`}
          </span>
          <span class="number">${chip('bad', format.count(count))}</span>
        </li>`,
    )}
  </ul>`
}

interface Line {
  readonly label: string
  readonly count: number
  /** The address of the list; null if there is no such list, or if the user may not see it. */
  readonly path: string | null
  readonly hint?: string
}

const linesOf = (context: Context, attention: Attention): readonly Line[] => {
  const { say } = context
  return [
    {
      label: say('home.disputes'),
      count: attention.disputes_due,
      path: screenPath(context, 'payments', 'disputes', { status: 'needs_response' }),
    },
    {
      label: say('home.webhooks'),
      count: attention.webhook_endpoints_failing,
      path: screenPath(context, 'developers', 'webhooks'),
    },
    {
      label: say('home.connections'),
      count: attention.connections_paused,
      path: isAllowed(context, 'findConnections') ? screenPath(context, 'settings', 'connections') : null,
    },
    { label: say('home.work'), count: attention.deferred_work, path: null, hint: say('home.workHint') },
  ]
}
