import { expect, test } from 'vitest'
import { aCharge } from '../../testing/a-charge.ts'
import { accountOptionsOf, openFakeAccount } from '../../testing/index.ts'
import { stripeProcessor } from '../stripe-processor.ts'

const browser = { address: '203.0.113.7', userAgent: 'Mozilla/5.0' }

const open = async () => {
  const opened = await openFakeAccount()
  const processor = stripeProcessor(accountOptionsOf(opened.fake, { methodKinds: ['CARD', 'PAYPAL', 'CASHAPP'] }))
  return { ...opened, processor, [Symbol.asyncDispose]: () => opened.fake.close() }
}

const aPayPalCharge = (more = {}) => aCharge('', { method: { kind: 'account', type: 'PAYPAL' }, ...more })

test('an intent for PayPal allows PayPal only, and the stored mandate names the browser of the agreement', async () => {
  await using opened = await open()
  const { processor, fake } = opened
  const charge = aPayPalCharge({ store: true, browser })

  const asked = await processor.authorize(charge)

  const [intent] = fake.books.paymentIntents.values()
  const confirmed = fake.requests.find(({ name }) => name.endsWith('/confirm'))
  expect(asked).toMatchObject({ kind: 'action_required', action: { type: 'redirect' }, threeDSecure: null })
  expect(intent).toMatchObject({ payment_method_types: ['paypal'], setup_future_usage: 'off_session' })
  expect(decodeURIComponent(confirmed?.form ?? '')).toContain('[online][ip_address]=203.0.113.7')
})

test('a PayPal payment that is not stored requires no mandate', async () => {
  await using opened = await open()
  const { processor, fake } = opened

  const asked = await processor.authorize(aPayPalCharge())
  fake.answer([...fake.books.paymentIntents.keys()][0]!, 'agree')

  expect(asked.kind).toBe('action_required')
  expect([...fake.books.charges.values()]).toMatchObject([{ paid: true, customer: null }])
})

test('a holder who cancels at PayPal is declined, and the intent can no longer be confirmed', async () => {
  await using opened = await open()
  const { processor, fake } = opened
  const charge = aPayPalCharge()
  await processor.authorize(charge)
  fake.answer([...fake.books.paymentIntents.keys()][0]!, 'refuse')

  expect(await processor.lookUp(charge.reference)).toMatchObject({ kind: 'declined', declineCode: 'card_declined' })
  expect([...fake.books.paymentIntents.values()]).toMatchObject([{ status: 'canceled' }])
})

test('a stored account is charged without another approval, even if its holder is present', async () => {
  await using opened = await open()
  const { processor, fake } = opened
  const first = aPayPalCharge({ amount: 0, store: true, browser })
  await processor.authorize(first)
  fake.answer([...fake.books.setupIntents.keys()][0]!, 'agree')
  const verified = await processor.lookUp(first.reference)
  const token = (verified?.kind === 'approved' && verified.storedToken) || ''

  const again = await processor.authorize(
    aCharge('', { method: { kind: 'stored', token, expMonth: null, expYear: null } }),
  )

  expect(token).toMatch(/^cus_\w+\/pm_\w+\/paypal$/)
  expect(again).toMatchObject({ kind: 'approved', learnt: { accountId: 'FAKEPAYER' } })
})

test('an account type that Stripe lacks is refused before any request', async () => {
  await using opened = await open()
  const { processor, fake } = opened

  const refused = await processor.authorize(aCharge('', { method: { kind: 'account', type: 'VENMO' } }))

  expect(refused.kind).toBe('failed')
  expect(fake.requests).toHaveLength(0)
})
