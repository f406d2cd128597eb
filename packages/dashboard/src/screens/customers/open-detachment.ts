import type { Customer } from '@billing-checkout/client'
import { html } from 'lit'
import { openDialog } from '../../parts/form-dialog.ts'
import { toast } from '../../parts/toast.ts'
import type { Context } from '../../shell/context.ts'
import { methodText } from '../../words/format.ts'

/** Asks for confirmation and detaches a stored payment method; resolves with `true` once done. */
export const openDetachment = (
  { client, say }: Context,
  method: Customer['payment_methods'][number],
): Promise<boolean> =>
  openDialog({
    say,
    heading: say('method.detach'),
    submitLabel: say('method.detach'),
    isDangerous: true,
    content: () =>
      html`<p class="strong">${methodText(method)}</p>
        <p>${say('method.detachHint')}</p>`,
    submit: async () => {
      const { subscriptions } = await client.detachPaymentMethod(method.id)
      toast(say('method.detached', { count: subscriptions.length }))
    },
  })
