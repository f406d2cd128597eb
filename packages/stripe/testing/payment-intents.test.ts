import { expect, test } from 'vitest'
import { anIntent, openFakeAccount, refusalOf } from './open-account.ts'

test('an intent moves no money before it is confirmed, and then its whole amount', async () => {
  await using account = await openFakeAccount()
  const { stripe, fake } = account

  const created = await stripe.paymentIntents.create(anIntent())
  const movedBefore = fake.books.balanceTransactions.size
  const confirmed = await stripe.paymentIntents.confirm(created.id, {
    expand: ['latest_charge.balance_transaction'],
  })

  expect([created.status, movedBefore]).toEqual(['requires_confirmation', 0])
  expect(confirmed).toMatchObject({
    status: 'succeeded',
    amount_received: 999,
    latest_charge: { status: 'succeeded', balance_transaction: { amount: 999, fee: 59, net: 940, status: 'pending' } },
  })
})

test.each([
  ['pm_card_chargeDeclined', 'card_declined', 'generic_decline'],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', undefined],
  ['pm_fake_decline_pickup_card', 'card_declined', 'pickup_card'],
])('%s is declined, and its intent can be confirmed again', async (payment_method, code, declineCode) => {
  await using account = await openFakeAccount()
  const { stripe } = account
  const { id } = await stripe.paymentIntents.create(anIntent({ payment_method }))

  const refusal = await refusalOf(stripe.paymentIntents.confirm(id))
  const after = await stripe.paymentIntents.retrieve(id)
  const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })

  expect(refusal).toMatchObject({ statusCode: 402, code })
  expect(refusal.decline_code || undefined).toBe(declineCode)
  expect(after).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code } })
  expect(paid.status).toBe('succeeded')
})

test('a holder pays by agreeing on the page to which the intent sends them', async () => {
  await using account = await openFakeAccount()
  const { stripe } = account
  const { id } = await stripe.paymentIntents.create(anIntent({ payment_method: 'pm_card_threeDSecure2Required' }))

  const asked = await stripe.paymentIntents.confirm(id, { return_url: 'https://shop.example/back' })
  const page = asked.next_action?.redirect_to_url?.url ?? ''
  const html = await (await fetch(page)).text()
  const body = new URLSearchParams({ answer: 'agree' })
  const back = await fetch(page, { method: 'POST', body, redirect: 'manual' })

  expect(asked.status).toBe('requires_action')
  expect(html).toContain('Authorize')
  expect(back.headers.get('location')).toMatch(
    /^https:\/\/shop\.example\/back\?payment_intent=pi_\w+&payment_intent_client_secret=pi_\w+&redirect_status=succeeded$/,
  )
  expect(await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })).toMatchObject({
    status: 'succeeded',
    latest_charge: { payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } } },
  })
})

test('a holder who refuses is not charged', async () => {
  await using account = await openFakeAccount()
  const { stripe, fake } = account
  const { id } = await stripe.paymentIntents.create(anIntent({ payment_method: 'pm_card_threeDSecure2Required' }))
  await stripe.paymentIntents.confirm(id, { return_url: 'https://shop.example/back' })

  fake.answer(id, 'refuse')

  expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_authentication_failure' },
  })
})

test('a charge without the shopper is declined if the bank requires the shopper', async () => {
  await using account = await openFakeAccount()
  const { stripe } = account
  const refusal = await refusalOf(
    stripe.paymentIntents.create(
      anIntent({ payment_method: 'pm_card_threeDSecure2Required', confirm: true, off_session: true }),
    ),
  )

  expect(refusal).toMatchObject({ statusCode: 402, code: 'authentication_required' })
  expect(refusal.raw).not.toHaveProperty('advice_code')
  expect(refusal.raw).not.toHaveProperty('network_decline_code')
  expect([...account.fake.books.charges.values()].at(-1)!.outcome).toMatchObject({
    advice_code: null,
    network_decline_code: null,
  })
})

test.each([{ error_on_requires_action: true }, { setup_future_usage: 'off_session' as const }])(
  'off_session is refused together with %j',
  async (more) => {
    await using account = await openFakeAccount()
    const { stripe } = account
    const refusal = await refusalOf(
      stripe.paymentIntents.create(anIntent({ confirm: true, off_session: true, ...more })),
    )

    expect(refusal).toMatchObject({ statusCode: 400, param: 'off_session' })
  },
)

test('an account such as PayPal is approved on its own page, and charged later without its holder', async () => {
  await using account = await openFakeAccount()
  const { stripe, fake } = account
  const customer = (await stripe.customers.create({ email: 'a@example.com' })).id
  const paypal = { customer, allowed_payment_method_types: ['paypal' as const] }
  const method = (await stripe.paymentMethods.create({ type: 'paypal' })).id
  const { id } = await stripe.paymentIntents.create(
    anIntent({ ...paypal, payment_method: method, setup_future_usage: 'off_session' }),
  )

  const back = { return_url: 'https://shop.example/back' }
  const online = { ip_address: '203.0.113.7', user_agent: 'A browser' }
  const refusal = await refusalOf(stripe.paymentIntents.confirm(id, back))
  const asked = await stripe.paymentIntents.confirm(id, {
    ...back,
    mandate_data: { customer_acceptance: { type: 'online', online } },
  })
  fake.answer(id, 'agree')
  const later = await stripe.paymentIntents.create(anIntent({ ...paypal, payment_method: method }))

  expect(refusal).toMatchObject({ param: 'mandate_data' })
  expect(asked.next_action?.type).toBe('redirect_to_url')
  expect((await stripe.paymentIntents.confirm(later.id, { off_session: true })).status).toBe('succeeded')
})

test('held money is captured in part, or released', async () => {
  await using account = await openFakeAccount()
  const { stripe } = account
  const hold = async () => {
    const { id } = await stripe.paymentIntents.create(anIntent({ capture_method: 'manual' }))
    return stripe.paymentIntents.confirm(id)
  }

  const [held, other] = [await hold(), await hold()]
  const captured = await stripe.paymentIntents.capture(held.id, { amount_to_capture: 500 })
  const canceled = await stripe.paymentIntents.cancel(other.id)

  expect([held.status, held.amount_capturable]).toEqual(['requires_capture', 999])
  expect([captured.status, captured.amount_received]).toEqual(['succeeded', 500])
  expect(canceled.status).toBe('canceled')
})

test('a paid intent can neither be confirmed nor canceled, a canceled one not confirmed', async () => {
  await using account = await openFakeAccount()
  const { stripe } = account
  const paid = await stripe.paymentIntents.create(anIntent({ confirm: true }))
  const canceled = await stripe.paymentIntents.create(anIntent())
  await stripe.paymentIntents.cancel(canceled.id)

  const refusals = await Promise.all(
    [
      stripe.paymentIntents.confirm(paid.id),
      stripe.paymentIntents.cancel(paid.id),
      stripe.paymentIntents.confirm(canceled.id),
    ].map(refusalOf),
  )

  expect(refusals.map(({ code }) => code)).toEqual(Array(3).fill('payment_intent_unexpected_state'))
})

test('a method without a customer can be used for one payment, and one of a customer for several', async () => {
  await using account = await openFakeAccount()
  const { stripe } = account
  const customer = (await stripe.customers.create()).id
  const [loose, own] = [await stripe.paymentMethods.create(visa), await stripe.paymentMethods.create(visa)]
  await stripe.paymentMethods.attach(own.id, { customer })
  const pay = (more: object) => stripe.paymentIntents.create(anIntent({ confirm: true, ...more }))

  await pay({ payment_method: loose.id })
  await pay({ payment_method: own.id, customer })

  expect(await refusalOf(pay({ payment_method: loose.id }))).toMatchObject({ statusCode: 400 })
  expect(await refusalOf(pay({ payment_method: own.id }))).toMatchObject({ statusCode: 400 })
  expect((await pay({ payment_method: own.id, customer })).status).toBe('succeeded')
})

const visa = { type: 'card', card: { token: 'tok_visa' } } as const

test('a verification charges nothing, and a declined method is not verified', async () => {
  await using account = await openFakeAccount()
  const { stripe, fake } = account
  const customer = (await stripe.customers.create()).id
  const verify = async (payment_method: string) => {
    const { id } = await stripe.setupIntents.create({
      customer,
      payment_method,
      allowed_payment_method_types: ['card'],
    })
    return stripe.setupIntents.confirm(id)
  }

  const verified = await verify('pm_card_visa')
  const { data: methods } = await stripe.paymentMethods.list({ customer })

  expect(verified.status).toBe('succeeded')
  expect(methods.map(({ id }) => id)).toEqual([verified.payment_method])
  expect(await refusalOf(verify('pm_card_chargeDeclined'))).toMatchObject({ statusCode: 402 })
  expect(fake.books.balanceTransactions.size).toBe(0)
})

test('a faulty request is refused before it makes anything', async () => {
  await using account = await openFakeAccount()
  const { stripe, fake } = account
  // A cast, because the types exclude both parameters of older versions and unknown parameters.
  const older = { payment_method_types: ['card'] } as object
  const invented = { lucky_number: 7 } as object

  const refusals = await Promise.all(
    [
      stripe.paymentIntents.create(anIntent({ amount: 49 })),
      stripe.paymentIntents.create(anIntent({ amount: 100_000_000 })),
      stripe.paymentIntents.create(anIntent({ customer: 'cus_nobody' })),
      stripe.paymentIntents.create(anIntent({ payment_method: 'pm_nobody' })),
      stripe.paymentIntents.create(anIntent({ off_session: true })),
      stripe.paymentIntents.create({ ...anIntent(), ...older }),
      stripe.paymentIntents.create({ ...anIntent(), ...invented }),
    ].map(refusalOf),
  )

  expect(refusals.map(({ code, param }) => code ?? param)).toEqual([
    'amount_too_small',
    'amount_too_large',
    'resource_missing',
    'resource_missing',
    'off_session',
    'payment_method_types_no_longer_supported',
    'parameter_unknown',
  ])
  expect(fake.books.paymentIntents.size).toBe(0)
})
