import type { Plan, Subscription } from '@billing-checkout/client'
import { html } from 'lit'
import { select } from '../../parts/field.ts'
import { openDialog } from '../../parts/form-dialog.ts'
import { toast } from '../../parts/toast.ts'
import type { Context } from '../../shell/context.ts'
import { changeModes, readChangeMode, createChangePreview, type WantedChange } from './change-preview.ts'

const plansMax = 1000

/** Changes a subscription's plan after a preview, without a charge now. The change takes effect now or at the end of the period. */
export const openPlanChangeDialog = async (context: Context, subscription: Subscription): Promise<boolean> => {
  const { client, say } = context
  const { id: currentId } = subscription.plan
  const change = createChangePreview(context, subscription)
  let plans: readonly Plan[] | undefined
  const begin = async (redraw: () => void): Promise<void> => {
    plans = []
    try {
      const { data } = await client.findPlans({ limit: plansMax, sort: 'name', order: 'asc' })
      plans = data.filter(({ type, id }) => type === 'recurring' && id !== currentId)
    } catch (error) {
      change.fail(error)
    }
    redraw()
  }
  return openDialog({
    say,
    heading: say('subscription.changeTitle'),
    submitLabel: say('subscription.change'),
    content: (redraw) => {
      if (plans === undefined) void begin(redraw)
      const look = (event: Event) =>
        change.request(readChange(new FormData((event.target as HTMLSelectElement).form ?? undefined)), redraw)
      return html`<p>${say('subscription.changeHint')}</p>
        <div @change=${look}>
          ${select({
            name: 'plan',
            label: say('fact.plan'),
            isRequired: true,
            choices: [['', ''], ...(plans ?? []).map(({ id, name }) => [id, name] as const)],
          })}
          ${select({ name: 'mode', label: say('subscription.changeWhen'), choices: changeModes(context, subscription) })}
        </div>
        ${change.draw()}`
    },
    submit: async (form) => {
      const wanted = readChange(form)
      if (wanted === null) return
      await change.send(wanted)
      toast(say('subscription.changed'))
    },
  })
}

const readChange = (form: FormData): WantedChange | null => {
  const id = String(form.get('plan'))
  return id === '' ? null : { plan: { id }, mode: readChangeMode(form) }
}
