import type { PaymentLink, Plan } from '@billing-checkout/client'
import { html, nothing } from 'lit'
import { field } from '../../parts/field.ts'
import { openDialog } from '../../parts/form-dialog.ts'
import { openSecret } from '../../parts/open-secret.ts'
import { wholeNumber } from '../../parts/whole-number.ts'
import { keysOfChanges } from '../../shell/keys-of-changes.ts'
import type { Context } from '../../shell/context.ts'

const usesMax = 1_000_000

/** Creates a link through which any shopper can buy a plan, and shows its address. */
export const openPaymentLink = async ({ client, say }: Context, { id, quantity }: Plan): Promise<void> => {
  const keyOf = keysOfChanges()
  let link: PaymentLink | undefined
  await openDialog({
    say,
    heading: say('link.create'),
    submitLabel: say('link.create'),
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
    submit: async (form) => {
      const typed = (name: string): string => String(form.get(name) ?? '').trim()
      const numberOf = (name: string, label: string, most: number) =>
        typed(name) === '' ? undefined : wholeNumber(typed(name), { field: label, most, say })
      const units = quantity && numberOf('link-quantity', say('plan.quantity'), quantity.max)
      const uses = numberOf('link-uses', say('link.maxUses'), usesMax)
      const body = { plan: { id, ...(units && { quantity: units }) }, ...(uses && { max_uses: uses }) }
      link = await client.createPaymentLink(body, { idempotencyKey: keyOf(body) })
    },
  })
  if (link !== undefined)
    await openSecret({ say, heading: say('link.title'), hint: say('link.made'), secret: link.url })
}
