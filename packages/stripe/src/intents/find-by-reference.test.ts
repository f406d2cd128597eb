import { expect, test } from 'vitest'
import { aCharge } from '../../testing/a-charge.ts'
import { accountOptionsOf, openFakeAccount } from '../../testing/index.ts'
import { stripeProcessor } from '../stripe-processor.ts'

const openedAt = new Date().toISOString()

/** An account that charged a stored method and refunded a part. It also has `payments` other payments with refunds. */
const aBusyDay = async (payments: number) => {
  const opened = await openFakeAccount({ limits: null })
  const { fake } = opened
  const processor = stripeProcessor(accountOptionsOf(fake))
  const first = await processor.authorize(aCharge('pm_card_visa', { store: true }))
  const token = (first.kind === 'approved' && first.storedToken) || ''
  const stored = { kind: 'stored', token, expMonth: null, expYear: null } as const
  const charge = aCharge('', { method: stored, initiator: 'MIT', returnUrl: null })
  const paid = await processor.authorize(charge)
  const { transactionId } = paid.kind === 'approved' ? paid.facts : { transactionId: '' }
  const refund = { ...aCharge(), transactionId, amount: 100 }
  await processor.refund(refund)
  const [intent] = fake.books.paymentIntents.values()
  const [made] = fake.books.refunds.values()
  for (let count = 0; count < payments; count += 1) {
    const id = `pi_other${count}`
    fake.books.paymentIntents.set(id, { ...intent!, id, customer: 'cus_other', metadata: {} })
    fake.books.refunds.set(`re_other${count}`, { ...made!, id: `re_other${count}`, payment_intent: id, metadata: {} })
  }
  const sent = async <Answer>(ask: () => Promise<Answer>) => {
    const before = fake.requests.length
    const answer = await ask()
    return { answer, requests: fake.requests.length - before }
  }
  return { ...opened, processor, charge, refund, token, transactionId, sent, [Symbol.asyncDispose]: () => fake.close() }
}

test('a charge of a stored method is found among its customer’s intents, however many payments the day had', async () => {
  await using day = await aBusyDay(5000)
  const { processor, charge, token, sent } = day
  const known = { kind: 'authorize', transactionId: null, openedAt, method: token } as const

  const found = await sent(() => processor.lookUp(charge.reference, known))
  const missing = await sent(() => processor.lookUp('ref_nobody', known))

  expect(found.answer).toMatchObject({ kind: 'approved' })
  expect(found.requests).toBe(2)
  expect(missing).toEqual({ answer: undefined, requests: 1 })
})

test('a refund is found among those of its payment', async () => {
  await using day = await aBusyDay(1000)
  const { processor, refund, transactionId, sent } = day
  const known = { kind: 'refund', transactionId: null, openedAt, of: transactionId } as const

  const found = await sent(() => processor.lookUp(refund.reference, known))

  expect(found).toMatchObject({ answer: { kind: 'approved' }, requests: 1 })
})

test('concurrent searches for references share one reading of the list', async () => {
  await using day = await aBusyDay(1000)
  const { processor, sent } = day
  const known = { kind: 'authorize', transactionId: null, openedAt } as const

  const looked = await sent(() =>
    Promise.all(Array.from({ length: 40 }, (_, place) => processor.lookUp(`ref_${place}`, known))),
  )

  expect(looked.answer).toEqual(Array(40).fill(undefined))
  expect(looked.requests).toBe(11)
})

test('an intent that was created during a reading is found by a later search', async () => {
  await using opened = await openFakeAccount()
  const { fake, processor } = { ...opened, processor: stripeProcessor(accountOptionsOf(opened.fake)) }
  const known = { kind: 'authorize', transactionId: null, openedAt } as const
  const held = fake.faults.hold('GET /v1/payment_intents')

  const early = processor.lookUp('ref_nobody', known)
  await held.arrived
  const charge = aCharge()
  await processor.authorize(charge)
  const late = processor.lookUp(charge.reference, known)
  held.release()

  expect(await early).toBeUndefined()
  expect(await late).toMatchObject({ kind: 'approved' })
})
