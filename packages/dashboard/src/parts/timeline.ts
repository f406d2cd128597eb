import type { AuditRecord } from '@billing-checkout/client'
import { html, type TemplateResult } from 'lit'
import type { Context } from '../shell/context.ts'

/** What happened to an object, the first first, with who did it; a sentence if the role of the user hides it. */
export const timeline = ({ say, format }: Context, records: readonly AuditRecord[] | null): TemplateResult =>
  records === null
    ? html`<p class="quiet">${say('payment.timelineHidden')}</p>`
    : records.length === 0
      ? html`<p class="quiet">${say('payment.timelineNone')}</p>`
      : html`<ol class="timeline">
          ${records.map(
            ({ created_at: at, event_type: type, what, who }) =>
              html`<li>
                <span class="strong">${type ?? what}</span>
                <span class="quiet">${format.instant(at)} · <bdi>${who}</bdi></span>
              </li>`,
          )}
        </ol>`
