import type { Payment, Subscription } from '@billing-checkout/client'
import { afterEach, expect, test } from '../../../../../../test/support/pages/component-test.ts'
import { FormDialog } from '../../../parts/form-dialog.ts'
import type { Context } from '../../../shell/context.ts'
import { createSay } from '../../../words/say.ts'
import { openChargeRetryDialog } from '../open-charge-retry-dialog.ts'

if (!customElements.get('form-dialog')) customElements.define('form-dialog', FormDialog)
afterEach(() => document.body.replaceChildren())

const aPayment = (status: Payment['payment_status'], reason: string, declineCode: string | null = null) => ({
  payment_status: status,
  status_reason: { status: reason, status_reason: { decline_code: declineCode, advice_code: null, message: null } },
  amount: 1000,
  currency_code: 'EUR',
})

/** Presses the dialog's button once for each payment, which the server then returns. Returns the requests, and what the dialog says. */
const charge = async (...payments: readonly ReturnType<typeof aPayment>[]) => {
  const sent: { readonly body: object; readonly key: string }[] = []
  const client = {
    createPayment: async (body: object, { idempotencyKey: key }: { readonly idempotencyKey: string }) => {
      sent.push({ body, key })
      return payments[sent.length - 1]
    },
  }
  const format = { money: (amount: number) => `€${amount / 100}.00` }
  const context = { client, say: createSay('en'), format } as unknown as Context
  const reloads = openChargeRetryDialog(context, { id: 'sub_1', customer: { id: 'cus_1' } } as Subscription)
  const pause = () => new Promise((resolve) => setTimeout(resolve, 50))
  await pause()
  for (const _ of payments) {
    document.querySelector('dialog form')?.dispatchEvent(new SubmitEvent('submit', { cancelable: true, bubbles: true }))
    await pause()
  }
  const fault = document.querySelector('dialog .fault')?.textContent
  document.querySelector('dialog')?.close()
  return { sent, fault, said: document.querySelector('#toasts')?.textContent, reloads: await reloads }
}

test('a charge sends the status that it expects, and the toast states what was charged', async () => {
  const { sent, said, fault, reloads } = await charge(aPayment('SETTLING', 'approved'))

  expect(sent.map(({ body }) => body)).to.deep.equal([
    { customer: { id: 'cus_1' }, subscription: { id: 'sub_1', status: 'past_due' } },
  ])
  expect([said, fault, reloads]).to.deep.equal(['Charged €10.00', undefined, true])
})

test('after a declined charge the dialog stays open with the reason, and the next press charges again', async () => {
  const declined = aPayment('DECLINED', 'declined', 'insufficient_funds')
  const { sent, fault, reloads } = await charge(declined, declined)

  expect(new Set(sent.map(({ key }) => key)).size).to.equal(2)
  expect([fault, reloads]).to.deep.equal([createSay('en')('decline.insufficient_funds'), true])
})

test('a charge without an outcome is not reported as made', async () => {
  const { said } = await charge(aPayment('PENDING', 'pending'))

  expect(said).to.equal(createSay('en')('subscription.retryPending'))
})
