import type { Subscription } from '@billing-checkout/client'
import { afterEach, expect, test } from '../../../../../../test/support/pages/component-test.ts'
import { FormDialog } from '../../../parts/form-dialog.ts'
import type { Context } from '../../../shell/context.ts'
import { createSay } from '../../../words/say.ts'
import { openResumptionDialog } from '../subscription-dialogs.ts'

if (!customElements.get('form-dialog')) customElements.define('form-dialog', FormDialog)
afterEach(() => document.body.replaceChildren())

const whatIsSaid: readonly [status: Subscription['status'], hint: string, done: string][] = [
  ['past_due', 'It keeps renewing. Nothing is charged now.', 'The requested end was removed'],
  [
    'cancelled',
    'It renews again. If its paid time is over, the stored method is charged now.',
    'The subscription is active',
  ],
]

for (const [status, hint, done] of whatIsSaid)
  test(`the dialog that resumes a subscription in ${status} states the consequence and the result`, async () => {
    const client = { updateSubscription: async () => undefined }
    const context = { client, say: createSay('en') } as unknown as Context
    const isDone = openResumptionDialog(context, { id: 'sub_1', status } as Subscription)
    await new Promise((resolve) => setTimeout(resolve, 100))

    expect(document.querySelector('dialog')?.textContent).to.contain(hint)
    document.querySelector<HTMLButtonElement>('dialog .button.primary')?.click()
    await isDone
    expect(document.querySelector('#toasts')?.textContent).to.contain(done)
  })
