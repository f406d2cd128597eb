import { expect, test } from 'vitest'
import { aCharge } from '../testing/a-charge.ts'
import { accountOptionsOf, startFakeStripe } from '../testing/index.ts'
import { amountMax, fromStripeMoney, isRepresentable, sheetAmountOf, toStripeMoney } from './amounts.ts'
import { movementOf } from './balance/movement-of.ts'
import { stripeProcessor } from './stripe-processor.ts'

/** Amounts in minor units by ISO 4217, and the same in Stripe's units. */
const equalUnits = [
  ['EUR', 999, 999],
  ['JPY', 1500, 1500],
  ['ISK', 1500, 150_000],
  ['UGX', 20_000, 2_000_000],
  ['MGA', 450_000, 4500],
  ['KWD', 5120, 5120],
] as const

test.each(equalUnits)('%s: %i is sent and read as %i', (currency, amount, sent) => {
  expect(toStripeMoney({ amount, currency })).toEqual({ amount: sent, currency: currency.toLowerCase() })
  expect(fromStripeMoney({ amount: sent, currency: currency.toLowerCase() })).toEqual({ amount, currency })
})

test.each([
  ['MGA', 450_050],
  ['BHD', 5124],
  ['JOD', 5121],
  ['KWD', 5129],
  ['OMR', 5125],
  ['TND', 5123],
] as const)('%s: %i can be neither charged nor refunded at Stripe', async (currency, amount) => {
  const fake = await startFakeStripe()
  await using closing = new AsyncDisposableStack()
  closing.defer(() => fake.close())
  const processor = stripeProcessor(accountOptionsOf(fake))
  const request = { reference: 'ref_1', transactionId: 'pi_1', amount, currency, at: '2026-11-22T10:00:00.000Z' }

  expect(() => toStripeMoney({ amount, currency })).toThrow(RangeError)
  expect(await processor.authorize(aCharge(undefined, { amount, currency }))).toMatchObject({
    kind: 'failed',
    refused: true,
  })
  expect(await processor.refund(request)).toMatchObject({ kind: 'failed' })
  expect(fake.requests).toEqual([])
})

test.each(equalUnits)('%s: the adapter reports %i for a charge, a refund and a dispute', async (currency, amount) => {
  let billing = new Date()
  const fake = await startFakeStripe({ clocks: { billing: () => billing } })
  await using closing = new AsyncDisposableStack()
  closing.defer(() => fake.close())
  const processor = stripeProcessor(accountOptionsOf(fake))
  const { at, reference, ...charge } = aCharge(undefined, { amount, currency })
  const money = { amount, currency }

  const charged = await processor.authorize({ ...charge, reference, at })
  const transactionId = charged.kind === 'approved' ? charged.facts.transactionId : ''
  const refunded = await processor.refund({ ...money, reference: 'ref_back', transactionId, at })
  await processor.authorize(aCharge('pm_card_createDispute', money))
  const looked = [await processor.lookUp(reference), await processor.lookUp('ref_back')]
  billing = new Date(Date.now() + 3 * 86_400_000)
  const { transactions } = await processor.list(at)
  const { movements } = await processor.reconcile(new Date().toISOString().slice(0, 10))
  const { disputes } = await processor.news(at, at)

  const approved = { kind: 'approved', approvedAmount: amount, approvedCurrency: currency }
  expect([charged, refunded, ...looked]).toMatchObject([approved, approved, approved, approved])
  expect(transactions).toMatchObject([money, money, money])
  expect(movements.map(({ kind }) => kind).toSorted()).toEqual(['charge', 'charge', 'dispute', 'refund'])
  for (const movement of movements) {
    expect(movement).toMatchObject({ ...money, balanceCurrency: currency })
    expect(movement.net).toBe((movement.kind === 'charge' ? 1 : -1) * amount - movement.fee)
  }
  expect(disputes).toMatchObject([money])
})

test('a charge in krónur has its fee in the currency of the balance', () => {
  const source = { object: 'charge', amount_captured: 150_000, currency: 'isk', payment_intent: 'pi_1', metadata: {} }
  const entry = { id: 'txn_1', type: 'charge', amount: 1087, fee: 62, net: 1025, currency: 'eur', created: 1, source }

  expect(movementOf({ ...entry, available_on: 2 } as never)).toMatchObject([
    { amount: 1500, currency: 'ISK', fee: 62, net: 1025, balanceCurrency: 'EUR' },
  ])
})

test('the sheet of a wallet shows the amount that Stripe can charge, in Stripe’s units', () => {
  expect(sheetAmountOf({ amount: 1500, currency: 'ISK' })).toBe(150_000)
  expect(sheetAmountOf({ amount: 5129, currency: 'KWD' })).toBe(5120)
})

test('amounts with more digits than Stripe accepts are not representable', () => {
  const largest = (['USD', 'IDR', 'JPY', 'UGX', 'MGA'] as const).map((currency) => [currency, amountMax(currency)])

  expect(largest).toEqual([
    ['USD', 99_999_999],
    ['IDR', 999_999_999_999],
    ['JPY', 9_999_999_999],
    ['UGX', 999_999],
    ['MGA', 9_999_999_900],
  ])
  expect([99_999_999, 100_000_000].map((amount) => isRepresentable({ amount, currency: 'USD' }))).toEqual([true, false])
})
