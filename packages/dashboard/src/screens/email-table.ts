import type { Email } from '@billing-checkout/client'
import { accountEmailKinds } from '@billing-checkout/contract/dashboard'
import { html, nothing, type TemplateResult } from 'lit'
import { chip } from '../parts/chip.ts'
import { select } from '../parts/field.ts'
import { openDialog } from '../parts/form-dialog.ts'
import type { LoadController } from '../parts/load-controller.ts'
import { table } from '../parts/table.ts'
import { toast } from '../parts/toast.ts'
import { type Context, isAllowed } from '../shell/context.ts'
import { createIdempotencyKeys } from '../shell/create-idempotency-keys.ts'
import { rowButton } from './row-button.ts'

/** Emails to a customer, with their statuses. After the user has resent an email, `shown` loads its data again. */
export const emailTable = (
  context: Context,
  emails: readonly Email[],
  { ifNone, shown }: { readonly ifNone: string; readonly shown: Pick<LoadController<unknown>, 'reloadAfter'> },
): TemplateResult => {
  const { say, format } = context
  if (emails.length === 0) return html`<p class="quiet">${ifNone}</p>`
  const resend = (email: Email) =>
    rowButton(say('email.resend'), say(`emailKind.${email.kind}`), () =>
      shown.reloadAfter(() => openResend(context, email)),
    )
  const actions = {
    label: say('app.actions'),
    cell: (email: Email) => (isResendable(email) ? resend(email) : nothing),
  }
  return table({
    label: say('payment.emails'),
    rows: emails,
    keyOf: ({ id }) => id,
    columns: [
      { label: say('fact.kind'), cell: ({ kind }) => say(`emailKind.${kind}`) },
      { label: say('fact.status'), cell: ({ status }) => chip(tones[status], say(`email.${status}`)) },
      { label: say('fact.email'), isWideOnly: true, cell: ({ to }) => html`<bdi>${to ?? '–'}</bdi>` },
      { label: say('fact.date'), cell: ({ sent_at: sent, due_at: due }) => format.instant(sent ?? due) },
      ...(isAllowed(context, 'resendEmail') ? [actions] : []),
    ],
  })
}

const accountKinds: ReadonlySet<string> = new Set(accountEmailKinds)

/** Whether an email can be resent. Excludes emails about signing in, and emails that wait to be sent. */
const isResendable = ({ kind, status }: Email): boolean => !accountKinds.has(kind) && status !== 'queued'

/** Sends a copy of an email to its original address or to the customer's present address; resolves with `true` once done. */
const openResend = ({ client, say }: Context, { id, to: original }: Email): Promise<boolean> => {
  const keyOf = createIdempotencyKeys()
  return openDialog({
    say,
    heading: say('email.resend'),
    content: () =>
      html`<p>${say('email.resendHint')}</p>
        ${select({
          name: 'to',
          label: say('email.resendTo'),
          value: original === null ? 'current' : 'original',
          choices: [
            ...(original === null ? [] : [['original', original] as const]),
            ['current', say('email.resendCurrent')] as const,
          ],
        })}`,
    submit: async (form) => {
      const body = { to: form.get('to') === 'current' ? ('current' as const) : ('original' as const) }
      await client.resendEmail(id, body, { idempotencyKey: keyOf(body) })
      toast(say('email.resent'))
    },
  })
}

const tones = { queued: 'waiting', sent: 'good', failed: 'bad', suppressed: 'quiet' } as const satisfies Record<
  Email['status'],
  string
>
