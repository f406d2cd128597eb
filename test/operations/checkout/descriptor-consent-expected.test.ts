import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { updateOrganization } from '#server/organization/organizations.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aBuyer, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'
import { statusAndCode } from '../../support/stories/status-and-code.ts'

describeUsualDatabase('statement descriptor, consent and expected amount (createPayment)', (open) => {
  let plan: { id: string }

  const service = useService(open)
  beforeAll(async () => {
    plan = await createPlan(service)
  })

  const change = (settings: object, name?: string) =>
    updateOrganization(
      service.database.db,
      service.organizationId,
      { settings: { ...settings }, name },
      new Date().toISOString(),
    )

  test.each([
    ['SHOP1', 200],
    ['A 22-CHARACTER *TEXT/&', 200],
    ['a.b,c+d', 200],
    ['SHOP', 400],
    ['A TEXT OF 23 CHARACTERS', 400],
    ['12345', 400],
    ['     ', 400],
    ['BÜCHER', 400],
    ['SHOP<>', 400],
    ["SHOP'S", 400],
    ['SHOP\nTWO', 400],
    ['SHOP1\n', 400],
    ['', 400],
  ])('%j as a statement descriptor is answered with %i', async (descriptor, status) => {
    const answer = await service.send('POST', '/client-session', {
      body: { payment: { statement_descriptor: descriptor } },
    })

    expect(answer.status).toBe(status)
    const setting = change({ statement_descriptor: descriptor }).then(
      () => 200,
      (error: { status: number }) => error.status,
    )
    expect(await setting).toBe(status)
    await change({ statement_descriptor: null })
  })

  test.each([
    ['the session’s text', { statement_descriptor: 'SHOP WORDS' }, 'SESSION WORDS', 'Lantern Books', 'SESSION WORDS'],
    [
      'otherwise the organization’s text',
      { statement_descriptor: 'SHOP WORDS' },
      undefined,
      'Lantern Books',
      'SHOP WORDS',
    ],
    [
      'otherwise the organization’s name in the characters that card schemes allow',
      {},
      undefined,
      'Bücher & Café',
      'BUCHER & CAFE',
    ],
    [
      'otherwise the organization’s name, cut to 22 characters',
      {},
      undefined,
      'The Very Long Lantern Bookshop',
      'THE VERY LONG LANTERN',
    ],
    ['otherwise nothing, if the allowed characters leave too little of the name', {}, undefined, '書店 Shop', null],
    ['otherwise nothing, if the allowed characters leave no letter of the name', {}, undefined, '書店 12345', null],
  ])('a bank statement shows %s', async (_, settings, ofSession, name, shown) => {
    await change({ statement_descriptor: null, ...settings }, name)
    const shopper = await aBuyer(
      service,
      plan.id,
      ofSession === undefined ? {} : { payment: { statement_descriptor: ofSession } },
    )

    const { body } = await shopper.pay()

    expect(body.statement_descriptor).toBe(shown)
    await change({ statement_descriptor: null }, 'Lantern Books')
  })

  const receipt = { text: 'I pay 9.99 euros a month.', locale: 'de-DE', version: '2026-12', at: '2026-11-21T10:00:00Z' }
  const keptConsent = async (id: string) =>
    (await service.database.db.selectFrom('payments').select('consent').where('id', '=', id).executeTakeFirstOrThrow())
      .consent

  test('the shopper’s receipt is stored with the payment, its terms and the server’s time, and no answer shows it', async () => {
    const shopper = await aBuyer(service, plan.id)
    const before = new Date().toISOString()
    const seen = await shopper.look()

    const { body } = await shopper.payAsSeen(seen, {}, { consent: { ...receipt, at: '1999-01-01' } })

    const kept = await keptConsent(body.id)
    expect(kept).toEqual({
      ...receipt,
      at: '1999-01-01T00:00:00.000Z',
      country: null,
      withdrawal_url: `${service.url}/o/${service.organizationId}/withdraw`,
      quote: seen.body.quote.hash,
      received_at: expect.any(String),
      text_sha256: createHash('sha256').update(receipt.text).digest('hex'),
    })
    const { received_at: receivedAt } = kept as { received_at: string }
    expect([before, receivedAt, new Date().toISOString()].toSorted()[1]).toBe(receivedAt)
    expect(JSON.stringify(body)).not.toContain(receipt.text)
  })

  test('a shopper who has not agreed is not charged, and the error names what is missing', async () => {
    const shopper = await aBuyer(service, plan.id)

    const refused = await shopper.pay({}, { consent: undefined })

    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_parameter', details: [{ path: 'body.consent', code: 'required' }] } },
    })
    expect(statusAndCode(await shopper.pay())).toEqual({ status: 200, code: 'SETTLING' })
  })

  test('a merchant’s charge of a stored method needs no receipt, and stores one that it sends', async () => {
    const tin = await createPlan(service, {
      name: 'Tin',
      type: 'one-off',
      price: { default: { amount: 2500, currency: 'EUR' }, countries: [] },
    })
    const { body: first } = await (await aBuyer(service, plan.id)).pay()
    const charge = async (more: object) =>
      (
        await service.send('POST', '/payments', {
          body: { customer: { id: first.customer.id }, plan: { id: tin.id }, ...more },
        })
      ).body.id

    expect(await keptConsent(await charge({}))).toBeNull()
    const ownWords = { ...receipt, version: 'our terms of May' }
    expect(await keptConsent(await charge({ consent: ownWords }))).toMatchObject({
      version: 'our terms of May',
      quote: expect.any(String),
    })
  })

  test('the shopper’s receipt is stored with a declined payment', async () => {
    const { body } = await (await aBuyer(service, plan.id)).pay({ number: '4000000000000002' }, { consent: receipt })

    expect(body.payment_status).toBe('DECLINED')
    expect(await keptConsent(body.id)).toMatchObject({ text: receipt.text })
  })

  test.each([
    ['without its text', { text: undefined }],
    ['with an empty text', { text: '' }],
    ['with a text of more than 8192 characters', { text: 'x'.repeat(8193) }],
    ['without a version', { version: undefined }],
    ['under unknown rules', { version: 'never-published' }],
    ['without a language', { locale: 'not a locale' }],
    ['at no time', { at: 'yesterday' }],
    ['with an unknown member', { ip: '127.0.0.1' }],
  ])('a receipt %s is refused and nothing is charged', async (_, fault) => {
    const shopper = await aBuyer(service, plan.id)

    const refused = await shopper.pay({}, { consent: { ...receipt, ...fault } })

    expect(refused.status).toBe(400)
    expect(statusAndCode(await shopper.pay())).toEqual({ status: 200, code: 'SETTLING' })
  })

  test.each([
    ['another amount', { amount: 998 }, 409, 'amount_changed'],
    ['another currency', { currency: 'USD' }, 409, 'amount_changed'],
    ['other terms', { quote: 'another hash' }, 409, 'amount_changed'],
    ['no hash of the terms', { quote: undefined }, 400, 'invalid_parameter'],
    ['an amount below zero', { amount: -1 }, 400, 'invalid_parameter'],
    ['a fraction of a cent', { amount: 999.5 }, 400, 'invalid_parameter'],
    ['an unknown currency', { currency: 'EURO' }, 400, 'invalid_parameter'],
    ['no amount', { amount: undefined }, 400, 'invalid_parameter'],
  ])('a shopper who expects %s is not charged', async (_, difference, status, refusal) => {
    const shopper = await aBuyer(service, plan.id)
    const { body: seen } = await shopper.look()
    const expected = { ...seen.quote.due_now, quote: seen.quote.hash, ...difference }
    const kept = { amount: expected.amount, currency: expected.currency, quote: expected.quote }

    const refused = await shopper.pay({}, { expected: kept })

    expect(statusAndCode(refused)).toEqual({ status, code: refusal })
    const { db } = service.database
    expect(await db.selectFrom('payments').select('id').where('sessionId', '=', shopper.sessionId).execute()).toEqual(
      [],
    )
    expect(statusAndCode(await shopper.pay())).toEqual({ status: 200, code: 'SETTLING' })
  })
})
