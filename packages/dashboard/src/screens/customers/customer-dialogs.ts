import type { Customer } from '@billing-checkout/client'
import { html } from 'lit'
import { checkbox, field } from '../../parts/field.ts'
import { InputFault, openDialog } from '../../parts/form-dialog.ts'
import { readTextField } from '../../parts/read-form.ts'
import { toast } from '../../parts/toast.ts'
import type { Context } from '../../shell/context.ts'
import { methodText } from '../../words/format.ts'

/**
 * Erases a customer. To confirm, the user types the customer's email address; if there is none, the external id, or else the id. Resolves
 * with `true` once done.
 */
export const openErasureDialog = (
  { client, say }: Context,
  { id, email, external_id: externalId }: Customer,
): Promise<boolean> => {
  const text = email ?? externalId ?? id
  return openDialog({
    say,
    heading: say('customer.erase'),
    isDangerous: true,
    content: () =>
      html`<p>${say('customer.eraseHint')}</p>
        ${checkbox('cancel', say('customer.eraseCancel'))}
        ${field({ name: 'typed', label: say('customer.eraseTyped', { text }), isWithFocus: true })}`,
    submit: async (form) => {
      if (readTextField(form, 'typed') !== text) throw new InputFault(say('customer.eraseWrong'))
      await client.eraseCustomer(id, { cancel_subscriptions: form.get('cancel') === 'true' ? 'true' : 'false' })
      toast(say('customer.eraseDone'))
    },
  })
}

/** Asks for confirmation and detaches a stored payment method; resolves with `true` once done. */
export const openDetachmentDialog = (
  { client, say }: Context,
  method: Customer['payment_methods'][number],
): Promise<boolean> =>
  openDialog({
    say,
    heading: say('method.detach'),
    isDangerous: true,
    content: () =>
      html`<p class="strong">${methodText(method)}</p>
        <p>${say('method.detachHint')}</p>`,
    submit: async () => {
      const { subscriptions } = await client.detachPaymentMethod(method.id)
      toast(say('method.detached', { count: subscriptions.length }))
    },
  })
