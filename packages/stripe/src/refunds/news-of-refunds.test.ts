import { expect, test } from 'vitest'
import { aCharge } from '../../testing/a-charge.ts'
import { accountOptionsOf, openFakeAccount } from '../../testing/index.ts'
import { openStripeAccount } from '../stripe-account.ts'
import { stripeProcessor } from '../stripe-processor.ts'
import { newsOfRefunds } from './news-of-refunds.ts'

test('a pending refund is reported as pending until it has arrived, and one that Stripe reverses as failed', async () => {
  await using opened = await openFakeAccount()
  const { fake } = opened
  const options = accountOptionsOf(fake)
  const [processor, account] = [stripeProcessor(options), openStripeAccount(options)]
  const charged = await processor.authorize(aCharge('pm_card_pendingRefund'))
  const { transactionId } = 'facts' in charged ? charged.facts : { transactionId: '' }
  const request = { ...aCharge(), transactionId, amount: 999 }

  const pending = await processor.refund(request)
  const id = 'facts' in pending ? pending.facts.transactionId : ''
  const states = [await newsOfRefunds(account, [id, 're_nobody'])]
  fake.endRefund(id, 'succeeded')
  states.push(await newsOfRefunds(account, [id]))
  fake.endRefund(id, 'failed')
  states.push(await newsOfRefunds(account, [id]))

  expect(pending).toMatchObject({ kind: 'approved', pending: true, approvedAmount: 999 })
  expect(states.map((news) => news.map(({ state }) => state))).toEqual([
    ['pending', 'rejected'],
    ['succeeded'],
    ['failed'],
  ])
  expect(await processor.lookUp(request.reference)).toMatchObject({ kind: 'failed' })
  expect(await processor.refund({ ...aCharge(), transactionId, amount: 999 })).toMatchObject({ kind: 'approved' })
})
