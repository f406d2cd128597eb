import type { Discount } from '@billing-checkout/client'
import { html, nothing, type TemplateResult } from 'lit'
import { field, select } from '../../parts/field.ts'
import { openDialog } from '../../parts/form-dialog.ts'
import { toast } from '../../parts/toast.ts'
import type { Context } from '../../shell/context.ts'
import { createIdempotencyKeys } from '../../shell/create-idempotency-keys.ts'
import type { Say } from '../../words/say.ts'
import { readDiscountBody, readDiscountUpdate } from './read-discount-body.ts'

/** Opens a dialog that creates a discount. Resolves with the discount; undefined if the user closed the dialog. */
export const openDiscountDialog = async ({ client, say }: Context): Promise<Discount | undefined> => {
  const keyOf = createIdempotencyKeys()
  let made: Discount | undefined
  let [off, duration] = ['percent', 'once']
  await openDialog({
    say,
    heading: say('discount.create'),
    content: (redraw) => {
      const follow = ({ target }: Event): void => {
        const { name, value } = target as HTMLSelectElement
        if (name === 'off') off = value
        else if (name === 'duration') duration = value
        else return
        redraw()
      }
      return html`<div @change=${follow}>
        ${nameFields(say)} ${offFields(say, off)}
        ${select({
          name: 'duration',
          label: say('discount.duration'),
          value: duration,
          choices: (['once', 'periods', 'forever'] as const).map((name) => [name, say(`discount.${name}`)] as const),
        })}
        ${duration === 'periods' ? field({ name: 'periods', label: say('discount.count'), inputMode: 'numeric' }) : nothing}
        ${field({ name: 'plans', label: say('discount.plans'), hint: say('discount.plansHint'), isOptional: true, lengthMax: 2000 })}
        ${limitFields(say)}
      </div>`
    },
    submit: async (form) => {
      const body = readDiscountBody(form, say)
      const idempotencyKey = keyOf(body)
      made = await client.createDiscount(body, { idempotencyKey })
      toast(say('discount.created'))
    },
  })
  return made
}

/** Changes the name, code and limits of a discount. */
export const openDiscountChangeDialog = ({ client, say }: Context, discount: Discount): Promise<boolean> =>
  openDialog({
    say,
    heading: say('offer.edit'),
    content: () => html`${nameFields(say, discount)} ${limitFields(say, discount)}`,
    submit: async (form) => {
      await client.updateDiscount(discount.id, readDiscountUpdate(form, say, discount))
      toast(say('offer.saved'))
    },
  })

// The field is not named `code`, because a filter on the page below the dialog is.
const codeName = 'discount_code'

const nameFields = (say: Say, discount?: Discount): TemplateResult =>
  html`${field({ name: 'name', label: say('fact.name'), value: discount?.name ?? '', lengthMax: 200, isWithFocus: true })}
  ${field({ name: codeName, label: say('discount.code'), value: discount?.code ?? '', hint: say('discount.codeHint'), isOptional: true, lengthMax: 50 })}`

const offFields = (say: Say, off: string): TemplateResult =>
  html`${select({
    name: 'off',
    label: say('discount.off'),
    value: off,
    choices: [
      ['percent', say('discount.percent')],
      ['amount', say('discount.amount')],
    ],
  })}
  ${
    off === 'percent'
      ? field({ name: 'percent', label: say('discount.percent'), hint: say('discount.offHint'), inputMode: 'decimal' })
      : html`<div class="row">
          ${field({ name: 'amount', label: say('discount.amount'), hint: say('discount.offHint'), inputMode: 'decimal' })}
          ${field({ name: 'currency', label: say('list.currency'), lengthMin: 3, lengthMax: 3 })}
        </div>`
  }`

const limitFields = (say: Say, discount?: Discount): TemplateResult => {
  const limit = (name: 'max_redemptions' | 'max_per_customer', label: string) =>
    field({
      name,
      label,
      value: String(discount?.[name] ?? ''),
      hint: say('discount.noLimit'),
      inputMode: 'numeric',
      isOptional: true,
    })
  const day = (name: 'starts_at' | 'ends_at', label: string) =>
    field({
      name,
      label,
      value: discount?.[name]?.slice(0, 10) ?? '',
      hint: say('discount.days'),
      type: 'date',
      isOptional: true,
    })
  return html`<div class="row">
      ${limit('max_redemptions', say('discount.max'))} ${limit('max_per_customer', say('discount.maxPerCustomer'))}
    </div>
    <div class="row">${day('starts_at', say('discount.starts'))} ${day('ends_at', say('discount.ends'))}</div>`
}
