import { expect, test } from 'vitest'
import { aCharge } from '../testing/a-charge.ts'
import { accountOptionsOf, type FakeStripe, openFakeAccount, withoutPauses } from '../testing/index.ts'
import { stripeProcessor } from './stripe-processor.ts'

const create = 'POST /v1/payment_intents'
const confirm = 'POST /v1/payment_intents/:id/confirm'
const cancel = 'POST /v1/payment_intents/:id/cancel'

const open = async () => {
  const account = await openFakeAccount()
  const processor = stripeProcessor(accountOptionsOf(account.fake))
  return { ...account, processor, [Symbol.asyncDispose]: () => account.fake.close() }
}

const paid = ({ books }: FakeStripe): number => [...books.charges.values()].filter((charge) => charge.paid).length

test.each(['cut_after', 'error_after'] as const)(
  'a confirmation whose answer is lost (%s) is read, and never repeated',
  async (fault) => {
    await using account = await open()
    const { fake, processor } = account
    const charge = aCharge()
    fake.faults.fail(confirm, fault)

    const outcome = await processor.authorize(charge)
    const confirmed = fake.count(confirm)

    expect(outcome).toMatchObject({ kind: 'approved', approvedAmount: 999 })
    expect(await processor.authorize(charge)).toEqual(outcome)
    expect([confirmed, paid(fake)]).toEqual([1, 1])
  },
)

test('a confirmation that never arrived is unknown, and repeating the charge makes it', async () => {
  await using account = await open()
  const { fake, processor } = account
  const charge = aCharge()
  fake.faults.fail(confirm, 'cut_before')

  const lost = await processor.authorize(charge)
  const repeated = await processor.authorize(charge)

  expect([lost.kind, repeated.kind, paid(fake)]).toEqual(['unknown', 'approved', 1])
})

test('if Stripe remembers an error for a confirmation, the next key confirms the same intent', async () => {
  await using account = await open()
  const { fake, processor } = account
  const charge = aCharge()
  fake.faults.fail(confirm, 'error_before', 2)

  const outcome = await processor.authorize(charge)

  expect(outcome.kind).toBe('approved')
  expect([fake.count(create), fake.count(confirm), paid(fake)]).toEqual([1, 3, 1])
})

test('if Stripe remembers an error for a creation, we make no second intent, even if there is no first', async () => {
  await using account = await open()
  const { fake, processor } = account
  const charge = aCharge()
  fake.faults.fail(create, 'error_before')

  const outcomes = [await processor.authorize(charge), await processor.authorize(charge)]

  expect(outcomes.map(({ kind }) => kind)).toEqual(['unknown', 'unknown'])
  expect(fake.books.paymentIntents.size).toBe(0)
  expect(await processor.lookUp(charge.reference)).toBeUndefined()
})

test('if the creation of an intent was answered with an error, we find the intent in the list and it is paid once', async () => {
  await using account = await open()
  const { fake, processor } = account
  const charge = aCharge()
  fake.faults.fail(create, 'error_after')

  const outcome = await processor.authorize(charge)

  expect(outcome.kind).toBe('approved')
  expect([fake.books.paymentIntents.size, paid(fake)]).toEqual([1, 1])
  expect(fake.requests.filter(({ name }) => name.includes('search'))).toEqual([])
})

test('a rate limit that outlasts the caller leaves the outcome unknown, and a revoked key proves that nothing was done', async () => {
  await using account = await open()
  const { fake, processor } = account
  const charge = aCharge()
  const impatient = stripeProcessor(accountOptionsOf(fake, { environment: withoutPauses() }))
  fake.faults.fail(create, 'rate_limit', 100)

  const limited = await impatient.authorize(charge)
  while (fake.faults.next(create) !== undefined);
  const repeated = await processor.authorize(charge)
  fake.revokeKey('sk_test_fake')
  const revoked = await processor.authorize(aCharge())

  expect(limited).toMatchObject({ kind: 'unknown', limited: true })
  expect(repeated.kind).toBe('approved')
  expect(revoked).toMatchObject({ kind: 'failed', lockedOut: true })
})

test('if neither the charge nor the look-up gets an answer, the outcome is unknown', async () => {
  await using account = await open()
  const { fake, processor } = account
  const charge = aCharge()
  fake.faults.fail(create, 'error_after')
  fake.faults.fail('GET /v1/payment_intents', 'cut_before')

  const prepared = await processor.twoSteps!.prepare(charge)
  const later = await processor.authorize(charge)

  expect(prepared).toMatchObject({ kind: 'ended', outcome: { kind: 'unknown' } })
  expect([later.kind, fake.books.paymentIntents.size, paid(fake)]).toEqual(['approved', 1, 1])
})

test('if two callers make the same charge at the same time, the second waits for the first and gets the same answer', async () => {
  await using account = await open()
  const { fake, processor } = account
  const charge = aCharge()
  const held = fake.faults.hold(confirm)

  const first = processor.authorize(charge)
  await held.arrived
  const second = processor.authorize(charge)
  await expect.poll(() => fake.requests.filter(({ status }) => status === 409).length).toBeGreaterThan(0)
  held.release()

  expect((await first).kind).toBe('approved')
  expect(await second).toEqual(await first)
  expect(paid(fake)).toBe(1)
})

test('a charge that is closed while it is confirmed is not made', async () => {
  await using account = await open()
  const { fake, processor } = account
  const charge = aCharge()
  const held = fake.faults.hold(confirm)

  const charging = processor.authorize(charge)
  await held.arrived
  const closed = await processor.close(charge.reference)
  held.release()

  expect([closed?.kind, (await charging).kind, paid(fake)]).toEqual(['failed', 'failed', 0])
})

test('a declined intent is canceled; if that is uncertain, the decline reports it until it is certain', async () => {
  await using account = await open()
  const { fake, stripe, processor } = account
  const charge = aCharge('pm_card_chargeDeclined')
  fake.faults.fail(cancel, 'cut_before')

  const unsure = await processor.authorize(charge)
  const told = await processor.lookUp(charge.reference)
  const [intent] = fake.books.paymentIntents.values()

  expect(unsure).toMatchObject({ kind: 'declined', leftOpen: true })
  expect(told).toMatchObject({ kind: 'declined', declineCode: 'card_declined' })
  expect(told).not.toHaveProperty('leftOpen')
  await expect(stripe.paymentIntents.confirm(intent!.id, { payment_method: 'pm_card_visa' })).rejects.toThrow(
    /canceled/,
  )
})

test('a declined charge is closed only after the intent can no longer be paid', async () => {
  await using account = await open()
  const { fake, processor } = account
  const charge = aCharge('pm_card_chargeDeclined')
  fake.faults.fail(cancel, 'cut_before', 3)
  await processor.authorize(charge)

  await expect(processor.close(charge.reference)).rejects.toThrow('It is not certain that the intent is closed.')
  expect(await processor.close(charge.reference)).toMatchObject({ kind: 'declined' })
  expect([...fake.books.paymentIntents.values()].map(({ status }) => status)).toEqual(['canceled'])
})

test('a reference without a charge is closed only when the intent with its key is canceled, for every caller', async () => {
  await using account = await open()
  const { fake, processor } = account
  const { reference } = aCharge()
  const loseCancellation = () => {
    fake.faults.fail(cancel, 'cut_before')
    fake.faults.fail('GET /v1/payment_intents/:id', 'error_before')
  }
  const statuses = () => [...fake.books.paymentIntents.values()].map(({ status }) => status)
  loseCancellation()

  await expect(processor.close(reference)).rejects.toThrow('It is not certain that the reference is closed.')
  const left = statuses()
  fake.faults.fail(cancel, 'cut_before')
  const unsure = await processor.lookUp(reference)
  const closed = await processor.lookUp(reference)

  expect(left).toEqual(['requires_payment_method'])
  expect([unsure?.kind, closed?.kind, statuses()]).toEqual(['unknown', 'failed', ['canceled']])
  expect(await processor.close(reference)).toMatchObject({ kind: 'failed' })
})

test('a declined intent that the shopper paid afterwards, with its secret, is approved', async () => {
  await using account = await open()
  const { fake, stripe, processor } = account
  const charge = aCharge('pm_card_chargeDeclined')
  fake.faults.fail(cancel, 'cut_before')
  await processor.authorize(charge)
  const [intent] = fake.books.paymentIntents.values()

  await stripe.paymentIntents.confirm(intent!.id, { payment_method: 'pm_card_visa' })

  expect(await processor.lookUp(charge.reference)).toMatchObject({ kind: 'approved', approvedAmount: 999 })
})

test.each(['cut_after', 'error_after'] as const)('a refund whose answer is lost (%s) is read', async (fault) => {
  await using account = await open()
  const { fake, processor } = account
  const refund = await aRefundOf(processor)
  fake.faults.fail('POST /v1/refunds', fault)

  expect(await processor.refund(refund)).toMatchObject({ kind: 'approved', approvedAmount: 100 })
  expect(fake.books.refunds.size).toBe(1)
})

test('if Stripe remembers an error for a refund, we do not request it again', async () => {
  await using account = await open()
  const { fake, processor } = account
  const refund = await aRefundOf(processor)
  fake.faults.fail('POST /v1/refunds', 'error_before')

  const outcomes = [await processor.refund(refund), await processor.refund(refund)]

  expect(outcomes.map(({ kind }) => kind)).toEqual(['unknown', 'unknown'])
  expect(fake.books.refunds.size).toBe(0)
})

const aRefundOf = async (processor: ReturnType<typeof stripeProcessor>) => {
  const charged = await processor.authorize(aCharge())
  const transactionId = charged.kind === 'approved' ? charged.facts.transactionId : ''
  const { reference, at } = aCharge()
  return { reference, transactionId, amount: 100, currency: 'EUR' as const, at }
}
