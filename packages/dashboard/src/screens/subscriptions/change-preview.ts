import type { ChangePreview, Subscription } from '@billing-checkout/client'
import { html, nothing, type TemplateResult } from 'lit'
import { explainError } from '../../api/explain-error.ts'
import type { Context } from '../../shell/context.ts'
import { createIdempotencyKeys } from '../../shell/create-idempotency-keys.ts'

/** The wanted plan and quantity of a subscription, and when the change takes effect. The change itself charges nothing. */
export interface WantedChange {
  readonly plan: { readonly id: string; readonly quantity?: number }
  readonly mode: 'at_period_end' | 'full_next_billing_period'
}

/** When a subscription can change: now, and if it is active or in trial, also at the end of its period. */
export const changeModes = ({ say }: Pick<Context, 'say'>, { status }: Subscription) => [
  ...(status === 'active' || status === 'trial' ? ([['at_period_end', say('subscription.changeLater')]] as const) : []),
  ['full_next_billing_period', say('subscription.changeNow')] as const,
]

/** Reads from the form when the change takes effect. */
export const readChangeMode = (form: FormData): WantedChange['mode'] =>
  form.get('mode') === 'at_period_end' ? 'at_period_end' : 'full_next_billing_period'

/** Functions for a dialog that changes a subscription: they request and draw a preview, and make the change. */
export const createChangePreview = (context: Context, { id }: Subscription) => {
  const { client, say } = context
  const keyOf = createIdempotencyKeys()
  let preview: ChangePreview | undefined
  let fault = ''
  let requests = 0
  return {
    /** Requests a preview of the change. If `change` is null, the form describes no change, and there is no preview. */
    request: async (change: WantedChange | null, redraw: () => void): Promise<void> => {
      preview = undefined
      fault = ''
      const request = ++requests
      redraw()
      if (change === null) return
      const { plan, mode } = change
      try {
        const found = await client.previewSubscription({ subscription: { id, proration_billing_mode: mode }, plan })
        // Ignore the answer if the user has chosen a different change in the meantime.
        if (request === requests) preview = found
      } catch (error) {
        if (request === requests) fault = explainError(error, say)
      }
      redraw()
    },
    /** Shows that the dialog's choices could not be loaded. */
    fail: (error: unknown): void => {
      fault = explainError(error, say)
    },
    draw: (): TemplateResult =>
      html`<div role="status">
        ${fault === '' ? nothing : html`<p class="fault">${fault}</p>`}
        ${preview ? drawPreview(preview, context) : nothing}
      </div>`,
    /** Makes the change. The same change always has the same idempotency key. */
    send: async ({ plan, mode }: WantedChange): Promise<void> => {
      const idempotencyKey = keyOf([plan, mode])
      // `PATCH` accepts only the mode `at_period_end`. Without a mode, the change takes effect now, as in the preview
      // with `full_next_billing_period`.
      const when = mode === 'at_period_end' ? ({ proration_billing_mode: mode } as const) : {}
      await client.updateSubscription({ subscription: { id, ...when }, plan }, { idempotencyKey })
    },
  }
}

const drawPreview = ({ quote, steps }: ChangePreview, { say, format }: Pick<Context, 'say' | 'format'>) => {
  const { next_charge: next, recurring, due_now: now } = quote
  return html`<h3>${say('subscription.preview')}</h3>
    <ul class="steps" lang="en">
      ${steps.map(
        ({ text, amount }) =>
          html`<li><span>${text}</span> <span class="number">${format.money(amount, now.currency)}</span></li>`,
      )}
    </ul>
    ${
      next
        ? html`<p class="strong">
            ${say('subscription.previewNext', { amount: format.money(next.amount, next.currency), date: format.day(next.at) })}
          </p>`
        : nothing
    }
    ${
      recurring
        ? html`<p>
            ${say('subscription.previewRecurring', { amount: format.money(recurring.amount, recurring.currency) })}
          </p>`
        : nothing
    }`
}
