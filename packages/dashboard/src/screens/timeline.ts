import type { FindEventsAnswer } from '@billing-checkout/client'
import { html, nothing, type TemplateResult } from 'lit'
import { type Context, isAllowed, screenPath } from '../shell/context.ts'

/** The most events of an object that a timeline shows. */
export const timelineMax = 100

/**
 * The events of an object, the earliest first. Links lead to the object's events on the events screen, and to the audit log if the user may
 * see it.
 */
export const timeline = (context: Context, object: string, { data, meta }: FindEventsAnswer): TemplateResult => {
  const { say, format } = context
  if (data.length === 0) return html`<p class="quiet">${say('payment.timelineNone')}</p>`
  return html`<ol class="timeline">
      ${data.map(
        ({ created_at: at, type }) =>
          html`<li>
            <span class="strong">${type}</span>
            <span class="quiet">${format.instant(at)}</span>
          </li>`,
      )}
    </ol>
    <p>
      <a
        href=${screenPath(context, 'developers', 'events', { object, after: meta.has_more ? (data.at(-1)?.id ?? '') : '' })}
        >${say(meta.has_more ? 'events.more' : 'payment.timelineEvents')}</a
      >
      ${
        isAllowed(context, 'findAuditRecords')
          ? html`·
              <a href=${screenPath(context, 'developers', 'audit', { object })}>${say('payment.timelineAudit')}</a>`
          : nothing
      }
    </p>`
}
