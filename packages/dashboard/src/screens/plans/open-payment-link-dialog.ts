import type { Plan } from '@billing-checkout/client'
import { html, nothing } from 'lit'
import { field } from '../../parts/field.ts'
import { openSecretCreationDialog } from '../../parts/open-secret-dialog.ts'
import { readTextField, parseWholeNumber } from '../../parts/read-form.ts'
import type { Context } from '../../shell/context.ts'
import { createIdempotencyKeys } from '../../shell/create-idempotency-keys.ts'

const usesMax = 1_000_000

/** Creates a link through which any shopper can buy a plan, and shows its address. */
export const openPaymentLinkDialog = ({ client, say }: Context, { id, quantity }: Plan): Promise<boolean> => {
  const keyOf = createIdempotencyKeys()
  return openSecretCreationDialog({
    say,
    heading: say('link.create'),
    content: () =>
      html`<p>${say('link.hint')}</p>
        ${
          quantity === null
            ? nothing
            : field({
                name: 'link-quantity',
                label: say('plan.quantity'),
                value: String(quantity.min),
                inputMode: 'numeric',
              })
        }
        ${field({
          name: 'link-uses',
          label: say('link.maxUses'),
          hint: say('link.usesHint'),
          isOptional: true,
          inputMode: 'numeric',
        })}`,
    make: async (form) => {
      const numberOf = (name: string, label: string, most: number) => {
        const typed = readTextField(form, name)
        return typed === '' ? undefined : parseWholeNumber(typed, { field: label, most, say })
      }
      const units = quantity && numberOf('link-quantity', say('plan.quantity'), quantity.max)
      const uses = numberOf('link-uses', say('link.maxUses'), usesMax)
      const body = { plan: { id, ...(units && { quantity: units }) }, ...(uses && { max_uses: uses }) }
      const { url } = await client.createPaymentLink(body, { idempotencyKey: keyOf(body) })
      return { heading: say('link.title'), hint: say('link.made'), secret: url }
    },
  })
}
