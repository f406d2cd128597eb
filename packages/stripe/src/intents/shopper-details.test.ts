import { expect, test } from 'vitest'
import { aCharge } from '../../testing/a-charge.ts'
import { accountOptionsOf, openFakeAccount } from '../../testing/index.ts'
import { stripeProcessor } from '../stripe-processor.ts'

const mina = {
  id: 'cus_1',
  email: 'mina@example.com',
  name: 'Mina Okafor',
  address: { postalCode: '10115', country: 'DE' },
}

test('the record of a customer has what 3-D Secure needs, and changed details make a new request', async () => {
  await using opened = await openFakeAccount()
  const { fake } = opened
  const { customers } = stripeProcessor(accountOptionsOf(fake))

  const made = [
    await customers?.make(mina, 1),
    await customers?.make(mina, 1),
    await customers?.make({ ...mina, email: 'mina@example.org' }, 1),
  ]

  expect(made.map((each) => each?.kind)).toEqual(['made', 'made', 'made'])
  expect([...fake.books.customers.values()]).toMatchObject([
    { email: 'mina@example.com', name: 'Mina Okafor', address: { postal_code: '10115', country: 'DE' } },
    { email: 'mina@example.org' },
  ])
})

test('a connection without shopper details sends none', async () => {
  await using opened = await openFakeAccount()
  const { fake } = opened

  await stripeProcessor(accountOptionsOf(fake, { sendsShopperDetails: false })).customers?.make(mina, 1)

  expect([...fake.books.customers.values()]).toMatchObject([{ email: null, name: null, address: null }])
})

test.each([999, 0])('an intent of %i names the plan and the payment', async (amount) => {
  await using opened = await openFakeAccount()
  const { fake } = opened
  const description = 'Reader (pay_1)'

  await stripeProcessor(accountOptionsOf(fake)).authorize(aCharge('pm_card_visa', { amount, store: true, description }))

  const made = [...fake.books.paymentIntents.values(), ...fake.books.setupIntents.values()]
  expect(made).toMatchObject([{ description }])
})
