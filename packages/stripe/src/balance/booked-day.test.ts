import { expect, test } from 'vitest'
import { accountOptionsOf, clientOfFake, startFakeStripe } from '../../testing/index.ts'
import { stripeProcessor } from '../stripe-processor.ts'

test('a key that may not read payouts still reads the counted movements, and the connection keeps working', async () => {
  await using closing = new AsyncDisposableStack()
  let billing = new Date()
  const fake = await startFakeStripe({ clocks: { billing: () => billing } })
  closing.defer(() => fake.close())
  const troubles: unknown[] = []
  const processor = stripeProcessor(accountOptionsOf(fake, { report: (trouble) => void troubles.push(trouble) }))
  await clientOfFake(fake).paymentIntents.create({
    amount: 999,
    currency: 'eur',
    allowed_payment_method_types: ['card'],
    capture_method: 'automatic',
    payment_method: 'pm_card_visa',
    confirm: true,
  })
  billing = new Date(Date.now() + 3 * 86_400_000)
  fake.payOut()
  const day = new Date().toISOString().slice(0, 10)

  const allowed = await processor.reconcile(day)
  fake.faults.fail('GET /v1/payouts', 'forbidden')
  const denied = await processor.reconcile(day)

  expect(allowed.payouts).toMatchObject([{ amount: 999 - 59, movements: [allowed.movements[0]!.id] }])
  expect(denied).toEqual({ ...allowed, payouts: [] })
  expect(troubles).toEqual([])
})
