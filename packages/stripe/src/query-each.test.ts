import { expect, test } from 'vitest'
import { aCharge } from '../testing/a-charge.ts'
import { accountOptionsOf, openFakeAccount } from '../testing/index.ts'
import { stripeProcessor } from './stripe-processor.ts'

const read = 'GET /v1/payment_intents/:id'

test('one lost answer does not affect the others; if all are lost, the failure is thrown', async () => {
  await using opened = await openFakeAccount()
  const { fake } = opened
  const processor = stripeProcessor(accountOptionsOf(fake))
  const charged = [await processor.authorize(aCharge()), await processor.authorize(aCharge())]
  const ids = charged.map((outcome) => ('facts' in outcome ? outcome.facts.transactionId : ''))
  fake.faults.fail(read, 'error_before')

  const told = await processor.settlements(ids)
  fake.faults.fail(read, 'error_before', 2)

  expect(told.map(({ state }) => state).toSorted()).toEqual(['pending', 'rejected'])
  await expect(processor.settlements(ids)).rejects.toThrow('unknown error')
})
