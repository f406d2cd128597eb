import type { Plan, Subscription } from '@billing-checkout/client'
import { afterEach, expect, test } from '../../../../../../test/support/pages/component-test.ts'
import { FormDialog } from '../../../parts/form-dialog.ts'
import type { Context } from '../../../shell/context.ts'
import { createSay } from '../../../words/say.ts'
import { openQuantityDialog } from '../open-quantity-dialog.ts'

if (!customElements.get('form-dialog')) customElements.define('form-dialog', FormDialog)
afterEach(() => document.body.replaceChildren())

const say = createSay('en')
const format = {
  money: (amount: number, currency: string) => `${currency} ${amount / 100}`,
  day: (timestamp: string) => timestamp.slice(0, 10),
}
const subscription = { id: 'sub_1', status: 'active', quantity: 2, plan: { id: 'price_1' } } as Subscription
const preview = {
  steps: [{ text: 'Seats (plan).', amount: 5000 }],
  quote: {
    due_now: { amount: 0, currency: 'EUR' },
    next_charge: { amount: 5000, currency: 'EUR', at: '2027-04-02T09:00:00.000Z' },
    recurring: { amount: 5000, currency: 'EUR' },
  },
}

/** A context whose client records the requests. */
const aContext = (quantity: Plan['quantity']) => {
  const sent: [name: string, body: unknown][] = []
  const client = {
    findPlan: async () => ({ id: 'price_1', quantity }),
    previewSubscription: async (body: unknown) => (sent.push(['preview', body]), preview),
    updateSubscription: async (body: unknown) => void sent.push(['update', body]),
  }
  return { sent, context: { client, say, format } as unknown as Context }
}

const until = async <Found>(find: () => Found | null | undefined): Promise<Found> => {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = find()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`it did not happen: ${find.toString()}`)
}
const input = () => document.querySelector<HTMLInputElement>('dialog input')

const type = async (text: string): Promise<void> => {
  const field = await until(input)
  field.value = text
  field.dispatchEvent(new Event('change', { bubbles: true }))
}
const press = () => document.querySelector<HTMLButtonElement>('dialog .button.primary')?.click()

test('a new quantity is previewed, and then changed at the end of the period', async () => {
  const { sent, context } = aContext({ min: 1, max: 10 })
  const isDone = openQuantityDialog(context, subscription)

  await type('5')
  const shown = await until(() => document.querySelector('dialog [role=status] .strong'))
  expect(shown.textContent?.replaceAll(/\s+/g, ' ').trim()).to.equal('Next charge: EUR 50 on 2027-04-02')
  press()

  expect(await isDone).to.equal(true)
  const plan = { id: 'price_1', quantity: 5 }
  const changed = { subscription: { id: 'sub_1', proration_billing_mode: 'at_period_end' }, plan }
  expect(sent).to.deep.equal([
    ['preview', changed],
    ['update', changed],
  ])
})

test('a quantity beyond the plan’s range is refused, stays in the field, and is not sent', async () => {
  const { sent, context } = aContext({ min: 1, max: 10 })
  void openQuantityDialog(context, subscription)

  await type('1.5')
  press()
  const fault = await until(() => document.querySelector('dialog .fault'))

  expect(fault.textContent).to.equal('Quantity must be a whole number from 1 to 10.')
  expect([input()?.value, sent]).to.deep.equal(['1.5', []])
})

test('a plan that is sold one at a time opens no dialog', async () => {
  const { context } = aContext(null)

  expect(await openQuantityDialog(context, subscription)).to.equal(false)
  expect([document.querySelector('dialog'), document.querySelector('#toasts')?.textContent]).to.deep.equal([
    null,
    'This plan is sold one at a time.',
  ])
})
