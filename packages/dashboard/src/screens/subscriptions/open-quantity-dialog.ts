import type { Plan, Subscription } from '@billing-checkout/client'
import { html } from 'lit'
import { explainError } from '../../api/explain-error.ts'
import { field, select } from '../../parts/field.ts'
import { openDialog } from '../../parts/form-dialog.ts'
import { readTextField, parseWholeNumber } from '../../parts/read-form.ts'
import { toast } from '../../parts/toast.ts'
import type { Context } from '../../shell/context.ts'
import { changeModes, readChangeMode, createChangePreview } from './change-preview.ts'

/** Changes a subscription's quantity after a preview, without a charge now. */
export const openQuantityDialog = async (context: Context, subscription: Subscription): Promise<boolean> => {
  const { client, say } = context
  const { plan: current, quantity } = subscription
  let plan: Plan
  try {
    plan = await client.findPlan(current.id)
  } catch (error) {
    toast(explainError(error, say))
    return false
  }
  if (plan.quantity === null) {
    toast(say('subscription.quantityNone'))
    return false
  }
  const { min, max } = plan.quantity
  const label = say('subscription.quantityLabel', { least: min, most: max })
  const change = createChangePreview(context, subscription)
  return openDialog({
    say,
    heading: say('subscription.quantity'),
    content: (redraw) => {
      const look = (event: Event) => {
        const form = new FormData((event.target as HTMLInputElement).form ?? undefined)
        const typed = Number(form.get('quantity'))
        const wanted = Number.isInteger(typed) && typed >= 1 && typed !== quantity
        return change.request(
          wanted ? { plan: { id: current.id, quantity: typed }, mode: readChangeMode(form) } : null,
          redraw,
        )
      }
      return html`<p>${say('subscription.changeHint')}</p>
        <div @change=${look}>
          ${field({ name: 'quantity', label, value: String(quantity), inputMode: 'numeric', isWithFocus: true })}
          ${select({ name: 'mode', label: say('subscription.changeWhen'), choices: changeModes(context, subscription) })}
        </div>
        ${change.draw()}`
    },
    submit: async (form) => {
      const wanted = parseWholeNumber(readTextField(form, 'quantity'), { field: say('plan.quantity'), most: max, say })
      await change.send({ plan: { id: current.id, quantity: wanted }, mode: readChangeMode(form) })
      toast(say('subscription.quantityChanged'))
    },
    sentences: { already_subscribed: 'subscription.quantitySame' },
  })
}
