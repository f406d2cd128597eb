import { expect, test } from 'vitest'
import { aCharge } from '../testing/a-charge.ts'
import { accountOptionsOf, openFakeAccount } from '../testing/index.ts'
import { describeMethod } from './describe-method.ts'
import { closeCall, closeIntent, lookUpCall, lookUpIntent } from './intents/close-call.ts'
import { executeCharge } from './intents/execute-charge.ts'
import { prepareCharge } from './intents/prepare-charge.ts'
import type { StripeCharge } from './money-request.ts'
import { openStripeAccount } from './stripe-account.ts'

const open = async () => {
  const opened = await openFakeAccount()
  const account = openStripeAccount(accountOptionsOf(opened.fake))
  return { ...opened, account, [Symbol.asyncDispose]: () => opened.fake.close() }
}

const aNewCharge = (token?: string, more: Partial<StripeCharge> = {}): StripeCharge => {
  const { method: _, ...charge } = aCharge(token)
  return { ...charge, method: { kind: 'processor_token', token: token ?? 'pm_card_visa' }, ...more }
}

const idOf = (prepared: Awaited<ReturnType<typeof prepareCharge>>): string => {
  if (prepared.kind !== 'prepared') throw new Error(JSON.stringify(prepared.outcome))
  return prepared.transactionId
}

test('a prepared charge moves no money, and can later be executed or closed by its id without any key', async () => {
  await using opened = await open()
  const { account, fake } = opened
  const [first, second] = [aNewCharge(), aNewCharge()]
  const [one, other] = [idOf(await prepareCharge(account, first)), idOf(await prepareCharge(account, second))]
  fake.forgetKeys()

  const before = [await lookUpIntent(account, one), fake.books.charges.size]
  const executed = await executeCharge(account, first, one)
  const closed = await closeIntent(account, other)
  const late = await executeCharge(account, second, other)

  expect(before).toEqual([undefined, 0])
  expect([executed.kind, closed.kind, late.kind]).toEqual(['approved', 'failed', 'failed'])
  expect(fake.books.charges.size).toBe(1)
})

test('an execution that is repeated after the keys have expired pays once and returns the first outcome', async () => {
  await using opened = await open()
  const { account, fake } = opened
  const charge = aNewCharge()
  const id = idOf(await prepareCharge(account, charge))
  const first = await executeCharge(account, charge, id)
  fake.forgetKeys()

  expect(await executeCharge(account, charge, id)).toEqual(first)
  expect(fake.books.charges.size).toBe(1)
})

test('an intent is found by its reference and moment after its keys have expired', async () => {
  await using opened = await open()
  const { account, fake } = opened
  const charge = aNewCharge()
  const id = idOf(await prepareCharge(account, charge))
  await executeCharge(account, charge, id)
  fake.forgetKeys()
  const known = { kind: 'authorize' as const, transactionId: null, openedAt: new Date().toISOString() }
  const longAgo = { ...known, openedAt: new Date(Date.now() - 30 * 3_600_000).toISOString() }

  expect(await lookUpCall(account, charge.reference, known)).toMatchObject({
    kind: 'approved',
    facts: { transactionId: id },
  })
  expect(await closeCall(account, charge.reference, known)).toMatchObject({ kind: 'approved' })
  expect(await lookUpCall(account, charge.reference, longAgo)).toBeUndefined()
})

test('a new card is described without its number, and a stored or unknown card is not described', async () => {
  await using opened = await open()
  const { account, stripe } = opened
  const customer = (await stripe.customers.create()).id
  const own = await stripe.paymentMethods.attach('pm_card_visa', { customer })

  expect(await describeMethod(account, 'pm_card_amex')).toMatchObject({
    details: { bin: null, number: null, last4: '8431', bin_data: { brand: 'american-express', country: 'US' } },
    fingerprint: expect.any(String),
  })
  expect(await describeMethod(account, own.id)).toBeUndefined()
  expect(await describeMethod(account, 'pm_nobody')).toBeUndefined()
  expect(await describeMethod(account, '../customers')).toBeUndefined()
})

test('callers that execute the same charge at the same time pay once', async () => {
  await using opened = await open()
  const { account, fake } = opened
  const charge = aNewCharge()
  const id = idOf(await prepareCharge(account, charge))

  const outcomes = await Promise.all(Array.from({ length: 5 }, () => executeCharge(account, charge, id)))

  expect(outcomes.filter(({ kind }) => kind === 'approved').length).toBeGreaterThan(0)
  expect(await lookUpIntent(account, id)).toMatchObject({ kind: 'approved' })
  expect(fake.books.charges.size).toBe(1)
})

test('a repeated preparation within the window of its key returns the same intent', async () => {
  await using opened = await open()
  const { account, fake } = opened
  const charge = aNewCharge()

  const ids = [idOf(await prepareCharge(account, charge)), idOf(await prepareCharge(account, charge))]

  expect(ids[0]).toBe(ids[1])
  expect(fake.books.paymentIntents.size).toBe(1)
})

test('an intent names one kind of method and is captured at once', async () => {
  await using opened = await open()
  const { account, fake } = opened
  await prepareCharge(account, aNewCharge())
  const [intent] = fake.books.paymentIntents.values()

  expect(intent).toMatchObject({
    allowed_payment_method_types: ['card'],
    capture_method: 'automatic',
    currency: 'eur',
    statement_descriptor_suffix: 'SHOP PLAN',
  })
})

test('a card that requires authentication once is stored with its holder present, and charged later without them', async () => {
  await using opened = await open()
  const { account, fake } = opened
  const first = aNewCharge('pm_card_authenticationRequiredOnSetup', { store: true })
  const id = idOf(await prepareCharge(account, first))

  const asked = await executeCharge(account, first, id)
  fake.answer(id, 'agree')
  const stored = await lookUpIntent(account, id)
  const token = stored?.kind === 'approved' ? (stored.storedToken ?? '') : ''
  const later = aNewCharge(undefined, {
    initiator: 'MIT',
    returnUrl: null,
    authentication: 'none',
    method: { kind: 'stored', token },
  })
  const renewed = await executeCharge(account, later, idOf(await prepareCharge(account, later)))

  expect(asked).toMatchObject({ kind: 'action_required', action: { type: 'three_d_secure' } })
  expect(stored).toMatchObject({ facts: { threeDSecure: { status: 'authenticated' } } })
  expect(renewed).toMatchObject({ kind: 'approved', storedToken: token })
})

test('a shopper who leaves their bank’s page is abandoned, and one who refuses is declined', async () => {
  await using opened = await open()
  const { account, fake } = opened
  const start = async () => {
    const charge = aNewCharge('pm_card_threeDSecure2Required')
    const id = idOf(await prepareCharge(account, charge))
    await executeCharge(account, charge, id)
    return id
  }
  const [left, refused] = [await start(), await start()]

  fake.answer(refused, 'refuse')

  expect(await closeIntent(account, left)).toMatchObject({ kind: 'abandoned' })
  expect(await closeIntent(account, refused)).toMatchObject({
    kind: 'declined',
    declineCode: 'authentication_failed',
  })
})

test('a charge with a customer or method that no longer exists at Stripe is declined, and a refused amount fails', async () => {
  await using opened = await open()
  const { account, fake, stripe } = opened
  const first = aNewCharge(undefined, { store: true })
  const stored = await executeCharge(account, first, idOf(await prepareCharge(account, first)))
  const token = stored.kind === 'approved' ? (stored.storedToken ?? '') : ''
  const [customer = '', method = ''] = token.split('/')
  await stripe.paymentMethods.detach(method)
  const detached = await prepareCharge(account, aNewCharge(undefined, { method: { kind: 'stored', token } }))
  await stripe.customers.del(customer)

  const outcomes = [
    detached,
    await prepareCharge(account, aNewCharge(undefined, { method: { kind: 'stored', token } })),
    await prepareCharge(account, aNewCharge(undefined, { amount: 1 })),
  ]

  expect(outcomes).toMatchObject([
    { kind: 'ended', outcome: { kind: 'declined', declineCode: 'card_declined', advice: 'do_not_try_again' } },
    { kind: 'ended', outcome: { kind: 'declined', declineCode: 'card_declined', advice: 'do_not_try_again' } },
    { kind: 'ended', outcome: { kind: 'failed' } },
  ])
  expect(fake.books.paymentIntents.size).toBe(1)
})

test('a key of the other mode is refused, and an answer of the other mode stops further requests', async () => {
  await using opened = await open()
  const { account, fake } = opened
  const options = { ...account, secretKey: 'sk_live_fake' }
  const sent = fake.requests.length

  expect(() => openStripeAccount(options)).toThrow('no test key')
  expect(() => account.checkMode({ livemode: true })).toThrow('not in test mode')
  await expect(prepareCharge(account, aNewCharge())).rejects.toThrow('not in test mode')
  expect(fake.requests.length).toBe(sent)
})

test('a charge whose method was deleted before it was confirmed is declined, and its intent can never be confirmed', async () => {
  await using opened = await open()
  const { account, fake, stripe } = opened
  const stored = await stripe.customers.create()
  const { id: method } = await stripe.paymentMethods.attach(fake.addMethod('pm_card_visa'), { customer: stored.id })
  const charge = aNewCharge(undefined, { method: { kind: 'stored', token: `${stored.id}/${method}` } })
  const id = idOf(await prepareCharge(account, charge))
  await stripe.paymentMethods.detach(method)
  fake.faults.fail('POST /v1/payment_intents/:id/cancel', 'cut_before')

  const outcomes = [await executeCharge(account, charge, id), await executeCharge(account, charge, id)]

  expect(outcomes.map(({ kind }) => kind)).toEqual(['unknown', 'declined'])
  expect(fake.books.paymentIntents.get(id)?.status).toBe('canceled')
})
