import type { Plan } from '@billing-checkout/client'
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { button } from '../../parts/button.ts'
import { field, select } from '../../parts/field.ts'
import { openDialog } from '../../parts/form-dialog.ts'
import { toast } from '../../parts/toast.ts'
import type { Context } from '../../shell/context.ts'
import { createIdempotencyKeys } from '../../shell/create-idempotency-keys.ts'
import type { Say } from '../../words/say.ts'
import { readPlanBody } from './read-plan-body.ts'

const rowsMax = 50

/**
 * Opens a dialog in which the user enters a plan with its prices, and creates the plan. Resolves with undefined if the user closed the
 * dialog.
 */
export const openPlanDialog = async ({ client, say }: Context): Promise<Plan | undefined> => {
  const keyOf = createIdempotencyKeys()
  let made: Plan | undefined
  let [type, hasTrial] = ['recurring', false]
  let rows: readonly number[] = [0]
  let last = 0
  await openDialog({
    say,
    heading: say('plan.create'),
    content: (redraw) => {
      const follow = ({ target }: Event): void => {
        const { name, value } = target as HTMLSelectElement
        if (name === 'type') type = value
        else if (name === 'trial_interval') hasTrial = value !== ''
        else return
        redraw()
      }
      const add = (): void => {
        rows = [...rows, (last += 1)]
        redraw()
      }
      const remove = (row: number) => (): void => {
        rows = rows.filter((other) => other !== row)
        redraw()
      }
      const isRecurring = type === 'recurring'
      return html`<div @change=${follow}>
        ${field({ name: 'name', label: say('fact.name'), lengthMax: 200, isWithFocus: true })}
        ${select({
          name: 'type',
          label: say('plan.type'),
          value: type,
          choices: [
            ['recurring', say('plan.recurring')],
            ['one-off', say('plan.oneOff')],
          ],
        })}
        ${isRecurring ? recurringFields(say, hasTrial) : nothing}
        <h3>${say('plan.prices')}</h3>
        <p class="hint">${say('plan.priceHint')}</p>
        ${repeat(
          rows,
          (row) => row,
          (row) => priceFields(say, { row, hasTrial: isRecurring && hasTrial, remove: remove(row) }),
        )}
        ${rows.length < rowsMax ? html`<p>${button(say('plan.addPrice'), add)}</p>` : nothing}
        <div class="row">
          ${field({ name: 'quantity_min', label: say('plan.quantityMin'), inputMode: 'numeric', isOptional: true })}
          ${field({ name: 'quantity_max', label: say('plan.quantityMax'), inputMode: 'numeric', isOptional: true, hint: say('plan.quantityHint') })}
        </div>
        ${select({
          name: 'tax',
          label: say('fact.tax'),
          choices: [
            ['', say('plan.taxBySettings')],
            ['true', say('plan.taxed')],
            ['false', say('plan.untaxed')],
          ],
        })}
      </div>`
    },
    submit: async (form) => {
      const body = readPlanBody(form, rows, say)
      const idempotencyKey = keyOf(body)
      made = await client.createPlan(body, { idempotencyKey })
      toast(say('plan.created'))
    },
  })
  return made
}

const unitsOf = (say: Say) => (['days', 'months', 'years'] as const).map((unit) => [unit, say(`plan.${unit}`)] as const)

const recurringFields = (say: Say, hasTrial: boolean): TemplateResult =>
  html`<div class="row">
      ${field({ name: 'interval_count', label: say('plan.every'), value: '1', inputMode: 'numeric' })}
      ${select({ name: 'interval', label: say('plan.unit'), value: 'months', choices: unitsOf(say) })}
    </div>
    <div class="row">
      ${select({ name: 'trial_interval', label: say('plan.trial'), choices: [['', say('plan.noTrial')], ...unitsOf(say)] })}
      ${
        hasTrial
          ? field({ name: 'trial_interval_count', label: say('plan.trialLength'), value: '14', inputMode: 'numeric' })
          : nothing
      }
    </div>
    ${field({ name: 'group', label: say('plan.group'), hint: say('plan.groupHint'), isOptional: true, lengthMax: 100 })}`

interface PriceRow {
  readonly row: number
  readonly hasTrial: boolean
  readonly remove: () => void
}

const priceFields = (say: Say, { row, hasTrial, remove }: PriceRow): TemplateResult =>
  html`<fieldset class="price">
    <legend>${row === 0 ? say('plan.everywhere') : say('plan.price')}</legend>
    ${
      row === 0
        ? nothing
        : field({ name: `countries_${row}`, label: say('plan.countries'), hint: say('plan.countriesHint') })
    }
    <div class="row">
      ${field({ name: `amount_${row}`, label: say('plan.amount'), inputMode: 'decimal' })}
      ${field({ name: `currency_${row}`, label: say('list.currency'), lengthMin: 3, lengthMax: 3 })}
      ${
        hasTrial
          ? field({
              name: `trial_${row}`,
              label: say('plan.trialAmount'),
              inputMode: 'decimal',
              isOptional: true,
              hint: say('plan.trialAmountHint'),
            })
          : nothing
      }
    </div>
    ${row === 0 ? nothing : button(say('plan.removePrice'), remove, 'small')}
  </fieldset>`
