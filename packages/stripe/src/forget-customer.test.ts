import { expect, test } from 'vitest'
import { accountOptionsOf, openFakeAccount } from '../testing/index.ts'
import { stripeProcessor } from './stripe-processor.ts'
import { stripeClient } from './stripe-account.ts'

test('a customer without stored methods is deleted at Stripe, and a second deletion is not an error', async () => {
  await using opened = await openFakeAccount()
  const { clientConfig } = opened.fake
  const processor = stripeProcessor(accountOptionsOf(opened.fake))
  const person = { id: 'cus_of_ours', email: null, name: null }
  const made = await processor.customers!.make(person, 1)
  const record = made.kind === 'made' ? made.reference : null
  const forgotten = { id: person.id, record, tokens: [], references: [] }

  await processor.forget(forgotten)
  await processor.forget(forgotten)

  const { customers } = stripeClient('sk_test_fake', clientConfig)
  await expect(customers.retrieve(record!)).rejects.toThrow('No such customer')
})
