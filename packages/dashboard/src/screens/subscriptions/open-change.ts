import type { ChangePreview, Plan, Subscription } from '@billing-checkout/client'
import { html, nothing } from 'lit'
import { explainError } from '../../api/explain-error.ts'
import { select } from '../../parts/field.ts'
import { openDialog } from '../../parts/form-dialog.ts'
import { toast } from '../../parts/toast.ts'
import type { Context } from '../../shell/context.ts'

const plansMax = 1000

/** Changes the plan of a subscription without a charge, now or at the end of its period, after a preview of its charges. */
export const openChange = async (context: Context, { id, plan: current, status }: Subscription): Promise<boolean> => {
  const { client, say, format } = context
  let plans: readonly Plan[] | undefined
  let preview: ChangePreview | undefined
  let fault = ''
  const keys = new Map<string, string>()
  const canWait = status === 'active' || status === 'trial'
  const modes = [
    ...(canWait ? ([['at_period_end', say('subscription.changeLater')]] as const) : []),
    ['full_next_billing_period', say('subscription.changeNow')] as const,
  ]
  const look = async (form: FormData, redraw: () => void): Promise<void> => {
    preview = undefined
    fault = ''
    redraw()
    const planId = String(form.get('plan'))
    const mode = String(form.get('mode')) as 'at_period_end' | 'full_next_billing_period'
    if (planId === '') return
    try {
      preview = await client.previewSubscription({
        subscription: { id, proration_billing_mode: mode },
        plan: { id: planId },
      })
    } catch (error) {
      fault = explainError(error, say)
    }
    redraw()
  }
  const begin = async (redraw: () => void): Promise<void> => {
    plans = []
    try {
      const { data } = await client.findPlans({ limit: plansMax, sort: 'name', order: 'asc' })
      plans = data.filter(({ type, id: planId }) => type === 'recurring' && planId !== current.id)
    } catch (error) {
      fault = explainError(error, say)
    }
    redraw()
  }
  return openDialog({
    say,
    heading: say('subscription.changeTitle'),
    submitLabel: say('subscription.change'),
    content: (redraw) => {
      if (plans === undefined) void begin(redraw)
      const looks = (event: Event) => look(new FormData((event.target as HTMLSelectElement).form ?? undefined), redraw)
      return html`<p>${say('subscription.changeHint')}</p>
        <div @change=${looks}>
          ${select({
            name: 'plan',
            label: say('fact.plan'),
            isRequired: true,
            choices: [['', ''], ...(plans ?? []).map(({ id: planId, name }) => [planId, name] as const)],
          })}
          ${select({ name: 'mode', label: say('subscription.changeWhen'), choices: modes })}
        </div>
        <div role="status">
          ${fault === '' ? nothing : html`<p class="fault">${fault}</p>`}
          ${preview ? drawPreview(preview, { say, format }) : nothing}
        </div>`
    },
    submit: async (form) => {
      const planId = String(form.get('plan'))
      const isLater = form.get('mode') === 'at_period_end'
      const intention = `${planId} ${isLater}`
      const idempotencyKey = keys.get(intention) ?? crypto.randomUUID()
      keys.set(intention, idempotencyKey)
      await client.updateSubscription(
        {
          subscription: { id, ...(isLater && { proration_billing_mode: 'at_period_end' }) },
          plan: { id: planId },
        },
        { idempotencyKey },
      )
      toast(say('subscription.changed'))
    },
  })
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
