import type { Plan } from '@billing-checkout/client'
import { html, nothing } from 'lit'
import { field } from '../../parts/field.ts'
import { openSecretMaker } from '../../parts/open-secret.ts'
import { typedIn, wholeNumber } from '../../parts/read-form.ts'
import type { Context } from '../../shell/context.ts'
import { idempotencyKeys } from '../../shell/idempotency-keys.ts'

const usesMax = 1_000_000

/** Creates a link through which any shopper can buy a plan, and shows its address. */
export const openPaymentLink = ({ client, say }: Context, { id, quantity }: Plan): Promise<boolean> => {
  const keyOf = idempotencyKeys()
  return openSecretMaker({
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
        const typed = typedIn(form, name)
        return typed === '' ? undefined : wholeNumber(typed, { field: label, most, say })
      }
      const units = quantity && numberOf('link-quantity', say('plan.quantity'), quantity.max)
      const uses = numberOf('link-uses', say('link.maxUses'), usesMax)
      const body = { plan: { id, ...(units && { quantity: units }) }, ...(uses && { max_uses: uses }) }
      const { url } = await client.createPaymentLink(body, { idempotencyKey: keyOf(body) })
      return { heading: say('link.title'), hint: say('link.made'), secret: url }
    },
  })
}
