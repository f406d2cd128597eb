import { beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import {
  aBuyer,
  aCard,
  aMonthlyPlan,
  anEmail,
  aReceipt,
  aShopper,
  createPlan,
  sealCard,
  shopperOf,
} from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'
import { statusAndCode } from '../../support/stories/status-and-code.ts'

describeEachDatabase('paying at a checkout (createPayment, findCheckout)', (open) => {
  let plan: { id: string }
  let tin: { id: string }

  const service = useService(open)
  beforeAll(async () => {
    plan = await createPlan(service)
    tin = await createPlan(service, {
      name: 'Tin',
      type: 'one-off',
      price: { default: { amount: 2500, currency: 'EUR' }, countries: [] },
    })
  })

  const paymentsOf = async (sessionId: string) =>
    (await service.database.db.selectFrom('payments').selectAll().where('sessionId', '=', sessionId).execute()).length

  test('a session patched to a more expensive plan charges nothing until the shopper has seen the new price', async () => {
    const dearer = await createPlan(
      service,
      aMonthlyPlan({ price: { default: { amount: 5000, currency: 'EUR' }, countries: [] } }),
    )
    const shopper = await aBuyer(service, plan.id)
    const { body: seen } = await shopper.look()
    await service.send('PATCH', `/client-session/${shopper.sessionId}`, { body: { plan: { id: dearer.id } } })

    const refused = await shopper.pay({}, { expected: { ...seen.quote.due_now, quote: seen.quote.hash } })
    const paid = await shopper.pay()

    expect(statusAndCode(refused)).toEqual({ status: 409, code: 'amount_changed' })
    expect(paid.body).toMatchObject({ amount: 5000, payment_status: 'SETTLING' })
    expect(await paymentsOf(shopper.sessionId)).toBe(1)
  })

  test('a payment must state the quote and amount that the shopper saw, and a wrong amount is refused', async () => {
    const shopper = await aBuyer(service, plan.id)

    expect(statusAndCode(await shopper.pay({}, { expected: undefined }))).toEqual({
      status: 400,
      code: 'invalid_parameter',
    })
    expect(statusAndCode(await shopper.pay({}, { expected: { amount: 1, currency: 'EUR', quote: 'x' } }))).toEqual({
      status: 409,
      code: 'amount_changed',
    })
  })

  test.each([
    ['sealed for another session', async (sessionId: string) => sealCard(service, `${sessionId.slice(0, -4)}0000`)],
    [
      'sealed too long ago',
      async (sessionId: string) => sealCard(service, sessionId, aCard(), { iat: Math.floor(Date.now() / 1000) - 3600 }),
    ],
    [
      'sealed in the future',
      async (sessionId: string) => sealCard(service, sessionId, aCard(), { iat: Math.floor(Date.now() / 1000) + 3600 }),
    ],
    [
      'tampered with',
      async (sessionId: string) => {
        const jwe = await sealCard(service, sessionId)
        return `${jwe.slice(0, -2)}${jwe.endsWith('AA') ? 'BB' : 'AA'}`
      },
    ],
    [
      'sealed with an unknown key',
      async (sessionId: string) => sealCard(service, sessionId, aCard(), { kid: 'unknown' }),
    ],
  ])('a card %s is refused, and nothing is charged', async (_, seal) => {
    const shopper = await aBuyer(service, plan.id)
    const encrypted = await seal(shopper.sessionId)

    const refused = await shopper.pay({}, { payment_method: { type: 'CARD', details: { encrypted } } })

    expect(statusAndCode(refused)).toEqual({ status: 400, code: 'card_token_invalid' })
    expect(await paymentsOf(shopper.sessionId)).toBe(0)
  })

  test('a sealed card can be used for one try', async () => {
    const shopper = await aBuyer(service, plan.id)
    const encrypted = await sealCard(service, shopper.sessionId, aCard({ number: '4000000000000002' }))
    const method = { payment_method: { type: 'CARD', details: { encrypted } } }

    const first = await shopper.pay({}, method)
    const second = await shopper.pay({}, method)

    expect(statusAndCode(first).code).toBe('DECLINED')
    expect(statusAndCode(second)).toEqual({ status: 400, code: 'card_token_invalid' })
  })

  test('a client token pays only its own session, and sets no member that is reserved to the merchant', async () => {
    const [mine, other] = [await aBuyer(service, plan.id), await aBuyer(service, plan.id)]
    const otherPaid = await other.pay()

    for (const body of [
      { plan: { id: tin.id } },
      { metadata: { a: 1 } },
      { customer: { id: otherPaid.body.customer.id } },
      { subscription: { id: otherPaid.body.subscription.id } },
    ]) {
      expect(statusAndCode(await mine.pay({}, body))).toEqual({ status: 403, code: 'insufficient_permission' })
    }
    const { body: checkout } = await mine.look()
    const key = checkout.client_token
    expect(statusAndCode(await service.send('GET', `/payments/${otherPaid.body.id}`, { key })).status).toBe(403)
    for (const [method, path] of [
      ['GET', '/payments'],
      ['GET', '/customers'],
      ['GET', '/plans'],
      ['POST', `/payments/refund/${otherPaid.body.id}`],
      ['GET', `/client-session/${mine.sessionId}`],
      ['GET', '/events'],
    ] as const) {
      const answer = await service.send(method, path, { key, ...(method === 'POST' ? { body: {} } : {}) })
      expect({ path, ...statusAndCode(answer) }).toEqual({ path, status: 403, code: 'insufficient_permission' })
    }
  })

  test('a client token reads its payment without the members that are reserved to the merchant', async () => {
    const shopper = await aBuyer(service, plan.id, {
      customer: {
        external_id: 'ext-1',
        email: 'mina.o@example.com',
        phone: '1',
        metadata: { a: 1 },
      },
    })

    const { body } = await shopper.pay()

    expect(body).toMatchObject({
      customer: { external_id: null, phone: null, address: null, email: 'm•••@example.com', metadata: {} },
      metadata: {},
      processor: null,
      payment_details: null,
    })
    const { body: whole } = await service.send('GET', `/payments/${body.id}`)
    expect(whole).toMatchObject({
      customer: { external_id: 'ext-1', email: 'mina.o@example.com', metadata: { a: 1 } },
      processor: { type: 'sandbox' },
      payment_details: {
        auth_code: expect.any(String),
        arn: expect.any(String),
        network_payment_id: expect.any(String),
      },
      payment_method: {
        details: { bin: '424242', last4: '4242', number: '424242******4242', bin_data: { brand: 'visa' } },
      },
      cvc_check: { result: { cvc: 'pass' } },
      avs_check: { result: { postal_code: 'unchecked', street_address: 'unchecked' } },
      amount_usd: expect.any(Number),
      tax: { status: 'not_collected' },
      statement_descriptor: 'LANTERN BOOKS',
    })
  })

  test('a completed session cannot be paid or changed again', async () => {
    const shopper = await aBuyer(service, tin.id)
    const { body: before } = await shopper.look()
    await shopper.pay()

    const again = await service.send('POST', '/payments', {
      key: before.client_token,
      body: {
        payment_method: { type: 'CARD', details: { encrypted: await sealCard(service, shopper.sessionId) } },
        expected: { ...before.quote.due_now, quote: before.quote.hash },
        consent: aReceipt(before),
      },
    })
    const patched = await service.send('PATCH', `/client-session/${shopper.sessionId}`, { body: {} })
    const { body: after } = await shopper.look()

    expect(statusAndCode(again)).toEqual({ status: 409, code: 'session_completed' })
    expect(statusAndCode(patched)).toEqual({ status: 409, code: 'session_completed' })
    expect(after).toMatchObject({ phase: 'completed', client_token: null, payment: { payment_status: 'SETTLING' } })
  })

  test('an expired session refuses a payment with its own error', async () => {
    const shopper = await aBuyer(service, plan.id)
    const { body: before } = await shopper.look()
    await service.database.db
      .updateTable('clientSessions')
      .set({ expiresAt: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', shopper.sessionId)
      .execute()

    const { body: checkout } = await shopper.look()
    const late = await service.send('POST', '/payments', {
      key: before.client_token,
      body: { expected: { ...before.quote.due_now, quote: before.quote.hash } },
    })

    expect(checkout).toMatchObject({ phase: 'expired', client_token: null })
    expect(statusAndCode(late)).toEqual({ status: 410, code: 'session_expired' })
    expect(
      statusAndCode(await service.send('PATCH', `/client-session/${shopper.sessionId}`, { body: {} })).status,
    ).toBe(410)
  })

  test('two sessions of one customer sell the same plan once', async () => {
    const email = anEmail()
    const [one, other] = [
      await aBuyer(service, plan.id, { customer: { email } }),
      await aBuyer(service, plan.id, { customer: { email: email.toUpperCase() } }),
    ]
    await one.pay()

    expect(statusAndCode(await other.pay())).toEqual({ status: 409, code: 'already_subscribed' })
  })

  test('two sessions of one customer that are paid at the same time charge once', async () => {
    const customer = { external_id: `ext-${anEmail()}`, email: anEmail() }
    const shoppers = [await aBuyer(service, plan.id, { customer }), await aBuyer(service, plan.id, { customer })]

    const answers = await Promise.all(shoppers.map((shopper) => shopper.pay()))

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('the error of an incomplete session names every missing member', async () => {
    const { body: session } = await service.send('POST', '/client-session', { body: {} })
    const shopper = shopperOf(service, session.id)
    const { body: checkout } = await shopper.look()

    const refused = await service.send('POST', '/payments', { key: checkout.client_token, body: {} })

    expect(checkout).toMatchObject({ purpose: null, phase: 'open', quote: null })
    expect(checkout.missing).toHaveLength(2)
    expect(refused.body.error).toMatchObject({ code: 'invalid_parameter' })
    expect(refused.body.error.details).toHaveLength(2)
  })

  test('a session that requires a new method is not paid with a stored one', async () => {
    const customer = { external_id: anEmail() }
    const { body: first } = await (await aBuyer(service, plan.id, { customer })).pay()
    const options = { payment_methods_mode: 'new_only' }
    const shopper = await aShopper(service, { customer, plan: { id: tin.id }, options })

    const { body: checkout } = await shopper.look()
    const refused = await shopper.pay({}, { payment_method: { id: first.payment_method.id } })

    expect(checkout.payment_methods).toEqual([])
    expect(statusAndCode(refused)).toEqual({ status: 400, code: 'payment_method_required' })
    expect(statusAndCode(await shopper.pay())).toEqual({ status: 200, code: 'SETTLING' })
  })

  test('a one-off payment stores the card only if the shopper agreed', async () => {
    const customer = { external_id: anEmail() }
    const first = await (await aBuyer(service, tin.id, { customer })).pay()
    const unkept = await (await aBuyer(service, tin.id, { customer })).look()
    await (await aBuyer(service, tin.id, { customer })).pay({}, { store: true })
    const shopper = await aBuyer(service, tin.id, { customer })
    const { body: kept } = await shopper.look()

    const again = await shopper.pay({}, { payment_method: { id: kept.payment_methods[0].id } })

    expect(first.body.subscription).toBeNull()
    expect(unkept.body.payment_methods).toEqual([])
    expect(kept.payment_methods).toMatchObject([{ brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 }])
    expect(again.body).toMatchObject({
      payment_status: 'SETTLING',
      payment_type: 'CIT',
      payment_token_type: 'PROCESSOR_TOKEN',
    })
  })
})
