import type { Email } from '@billing-checkout/client'
import { html, type TemplateResult } from 'lit'
import { chip } from '../parts/chip.ts'
import { table } from '../parts/table.ts'
import type { Context } from '../shell/context.ts'

/** Emails to a customer, and what became of them. */
export const emailTable = ({ say, format }: Context, emails: readonly Email[], ifNone: string): TemplateResult =>
  emails.length === 0
    ? html`<p class="quiet">${ifNone}</p>`
    : table({
        label: say('payment.emails'),
        rows: emails,
        keyOf: ({ id }) => id,
        columns: [
          { label: say('fact.kind'), cell: ({ kind }) => say(`emailKind.${kind}`) },
          {
            label: say('fact.status'),
            cell: ({ status }) => chip(tones[status], say(`email.${status}`)),
          },
          { label: say('fact.email'), isWideOnly: true, cell: ({ to }) => html`<bdi>${to ?? '–'}</bdi>` },
          { label: say('fact.date'), cell: ({ sent_at: sent, due_at: due }) => format.instant(sent ?? due) },
        ],
      })

const tones = { queued: 'waiting', sent: 'good', failed: 'bad', suppressed: 'quiet' } as const satisfies Record<
  Email['status'],
  string
>
