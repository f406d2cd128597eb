import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { bundledTaxes } from '#server/taxes/bundled/bundled-taxes.ts'
import { taxesFromFile } from '#server/taxes/taxes-from-file.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import type { Answer } from '../../support/services/running-service.ts'
import { aBuyer, aBuyerIn, aMonthlyPlan, aShopper, createPlan, type Shopper } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

const rates = 'country,region,postal_code,rate\nUS,CA,941,0.08625\nUS,CA,900,0.095\n'

const settings = {
  tax_registrations: [
    { country: 'DE', region: null, behavior: 'exclusive' },
    { country: 'JP', region: null, behavior: 'inclusive' },
    { country: 'US', region: 'CA', behavior: 'exclusive' },
  ],
}

/** Ten euros; but ten pounds in Britain and twelve euros in Germany, for customers whose country the merchant states. */
const byCountry = aMonthlyPlan({
  price: {
    default: { amount: 1000, currency: 'EUR' },
    countries: [
      { countries: ['GB'], price: { amount: 1000, currency: 'GBP' } },
      { countries: ['DE'], price: { amount: 1200, currency: 'EUR' } },
    ],
  },
})

describeUsualDatabase('updateCheckout', (open) => {
  let planId: string

  const service = useService(open, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rates-'))
    writeFileSync(join(folder, 'rates.csv'), rates)
    const taxes = await taxesFromFile(join(folder, 'rates.csv'), bundledTaxes('sandbox'))
    rmSync(folder, { recursive: true })
    return { taxes, settings }
  })
  beforeAll(async () => {
    planId = (await createPlan(service, byCountry)).id
  })

  const say = async (shopper: Shopper, body: object, query = '') => {
    const { body: checkout } = await shopper.look()
    return service.send('PATCH', `/checkout/${shopper.sessionId}${query}`, { key: checkout.client_token, body })
  }
  const sayAs = async (shopper: Shopper, key: string, body: object, query = '') =>
    service.send('PATCH', `/checkout/${shopper.sessionId}${query}`, {
      key: (await shopper.look()).body.client_token,
      body,
      headers: { 'Idempotency-Key': key },
    })
  const outcomeOf = ({ status, body }: Answer) => [status, body.error?.code]

  test('a country sets the tax and makes a new quote, and changes neither the price nor the currency', async () => {
    const shopper = await aBuyer(service, planId)
    const { body: before } = await shopper.look()

    const { status, body: after } = await say(shopper, { country: 'DE' })
    const { body: seen } = await shopper.look()

    expect(status).toBe(200)
    expect(before).toMatchObject({ quote: { due_now: { amount: 1000, currency: 'EUR' } }, tax_address: null })
    expect(before.consent.address_fields).toEqual(['country'])
    expect(after).toMatchObject({
      session: { plan: { amount: 1000, currency: 'EUR' } },
      quote: { subtotal: 1000, tax: { amount: 190, kind: 'vat' }, due_now: { amount: 1190, currency: 'EUR' } },
      quote_display: { tax: { rate: '19%' } },
      tax_address: { country: 'DE', state: null, postal_code: null },
      consent: { country: null, address_fields: ['country'] },
    })
    expect(after.quote.hash).not.toBe(before.quote.hash)
    expect(after.quote.id).not.toBe(before.quote.id)
    expect([seen.quote.id, seen.quote.hash]).toEqual([after.quote.id, after.quote.hash])
  })

  test('a payment with the earlier quote is refused, and one with the current quote is charged', async () => {
    const shopper = await aBuyer(service, planId)
    const { body: before } = await shopper.look()
    await say(shopper, { country: 'DE' })

    const refused = await shopper.pay({}, { expected: { ...before.quote.due_now, quote: before.quote.hash } })
    const paid = await shopper.pay()

    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'amount_changed' } } })
    expect(paid.body).toMatchObject({ amount: 1190, tax: { status: 'committed', amount_tax: 190 } })
  })

  test('the shopper enters country, state and postal code one after the other, as tax depends on them', async () => {
    const shopper = await aBuyer(service, planId)
    const fields = async (body: object) => (await say(shopper, body)).body.consent.address_fields
    const asked = [await fields({ country: 'US' }), await fields({ state: 'California' })]

    const { body: unpayable } = await shopper.pay()
    const { body: checkout } = await say(shopper, { postal_code: '94110-2345' })

    expect(asked).toEqual([
      ['country', 'state'],
      ['country', 'state', 'postal_code'],
    ])
    expect(unpayable.error).toMatchObject({ code: 'address_required', details: [{ path: 'address.postal_code' }] })
    const rate = '0.08625'
    expect(checkout.quote.tax).toMatchObject({ amount: 86, behavior: 'exclusive', rate, kind: 'sales_tax' })
    expect(checkout.quote.tax.breakdown).toEqual([{ name: null, amount: 86, rate }])
    expect((await shopper.pay()).body).toMatchObject({ amount: 1086, tax: { provider: { type: 'file' } } })
  })

  test('a new country clears the former state and postal code, and null clears the country', async () => {
    const shopper = await aBuyer(service, planId)
    await say(shopper, { country: 'US', state: 'CA', postal_code: '90001' })

    const moved = await say(shopper, { country: 'JP' })
    const corrected = await say(shopper, { postal_code: '100-0001' })
    const cleared = await say(shopper, { country: null })

    expect(moved.body.tax_address).toEqual({ country: 'JP', state: null, postal_code: null })
    expect(moved.body.quote).toMatchObject({ due_now: { amount: 1000 }, tax: { amount: 91, kind: 'consumption_tax' } })
    expect(corrected.body.tax_address).toEqual({ country: 'JP', state: null, postal_code: '100-0001' })
    expect(cleared.body).toMatchObject({ tax_address: null, quote: { tax: { amount: 0, behavior: null, kind: null } } })
  })

  test('the shopper’s country decides the tax, and the merchant’s country keeps deciding the price', async () => {
    const shopper = await aBuyerIn(service, 'GB', planId)

    const { body } = await say(shopper, { country: 'DE' })

    expect(body.quote).toMatchObject({ subtotal: 1000, due_now: { amount: 1190, currency: 'GBP' } })
    expect(body.consent.country).toBe('GB')
  })

  test('renewals are taxed by the country that the shopper chose, and the customer’s address is not changed', async () => {
    const shopper = await aBuyer(service, planId)
    await say(shopper, { country: 'DE' })
    const { body: first } = await shopper.pay({ exp_year: 2090 })

    await moveClock(service, first.subscription.next_billing_date)
    const { body } = await service.send('GET', `/payments?payment_status_set=${first.subscription.id}&order=desc`)
    const { body: customer } = await service.send('GET', `/customers/${first.customer.id}`)

    expect(body.data[0]).toMatchObject({ payment_type: 'MIT', amount: 1190, tax: { amount_tax: 190 } })
    expect(customer.address).toBeNull()
  })

  test('a country that the merchant sets later overrides one from an earlier checkout', async () => {
    const shopper = await aBuyer(service, planId)
    await say(shopper, { country: 'DE' })
    const { body: first } = await shopper.pay()
    const once = await createPlan(service, {
      name: 'Tin',
      type: 'one-off',
      price: { default: { amount: 2000, currency: 'EUR' }, countries: [] },
    })
    const buyAgain = (customer: object) => aShopper(service, { customer, plan: { id: once.id } })

    const saidNothing = await (await buyAgain({ id: first.customer.id })).pay()
    const named = await (await buyAgain({ id: first.customer.id, country: 'FR' })).pay()
    const afterwards = await (await buyAgain({ id: first.customer.id })).pay()

    expect([saidNothing, named, afterwards].map(({ body }) => body.amount)).toEqual([2380, 2000, 2000])
  })

  test('only the session’s own client token may set the address, and nothing except the address', async () => {
    const [mine, other] = [await aBuyer(service, planId), await aBuyer(service, planId)]
    const { client_token: key } = (await other.look()).body
    const send = (path: string, sent: object) => service.send('PATCH', path, sent)

    expect(outcomeOf(await send(`/checkout/${mine.sessionId}`, { key, body: { country: 'DE' } }))).toEqual([
      403,
      'insufficient_permission',
    ])
    expect(outcomeOf(await send(`/checkout/${mine.sessionId}`, { body: { country: 'DE' } }))).toEqual([
      403,
      'insufficient_permission',
    ])
    expect(outcomeOf(await say(mine, { city: 'Berlin' }))).toEqual([400, 'unknown_parameter'])
    expect(outcomeOf(await say(mine, { country: 'Germany' }))).toEqual([400, 'invalid_parameter'])
    expect((await mine.look()).body.tax_address).toBeNull()
  })

  test('a session that is completed, in payment or expired is not changed', async () => {
    const [done, paying] = [await aBuyerIn(service, 'NO', planId), await aBuyerIn(service, 'NO', planId)]
    const expired = await aBuyer(service, planId)
    const token = async (shopper: Shopper) => (await shopper.look()).body.client_token as string
    const tokens = [await token(done), await token(expired)]
    await done.pay()
    await paying.pay({ number: '4000000000006975' })

    const ask = (shopper: Shopper, key: string) =>
      service.send('PATCH', `/checkout/${shopper.sessionId}`, { key, body: { country: 'DE' } })
    const answers = [await ask(done, tokens[0]!), await ask(paying, await token(paying))]
    await service.database.db
      .updateTable('clientSessions')
      .set({ expiresAt: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', expired.sessionId)
      .execute()
    answers.push(await ask(expired, tokens[1]!))

    expect(answers.map(outcomeOf)).toEqual([
      [409, 'session_completed'],
      [409, 'payment_in_progress'],
      [410, 'session_expired'],
    ])
  })

  test('the answer is in the requested language', async () => {
    const { body } = await say(await aBuyer(service, planId), { country: 'DE' }, '?locale=de')

    expect(body.quote_display.tax.formatted_amount).toBe('1,90\u00a0€')
  })

  test('a repeated request gets the first answer again and changes nothing, whatever was set in the meantime', async () => {
    const shopper = await aBuyer(service, planId)

    const first = await sayAs(shopper, 'berlin', { country: 'DE' })
    const second = await sayAs(shopper, 'tokyo', { country: 'JP' })
    const again = await sayAs(shopper, 'berlin', { country: 'DE' })
    const { client_token: token, ...rest } = again.body

    expect([first, second, again].map(({ headers }) => headers.get('Idempotent-Replayed'))).toEqual([
      null,
      null,
      'true',
    ])
    expect(rest).toEqual({ ...first.body, client_token: undefined })
    expect((await shopper.look()).body.tax_address.country).toBe('JP')
    expect(await service.send('PATCH', `/checkout/${shopper.sessionId}`, { key: token, body: {} })).toMatchObject({
      status: 200,
    })
  })

  test('the stored answer has no client token, and a repetition after the session has ended returns none', async () => {
    const shopper = await aBuyer(service, planId)
    const { client_token: early } = (await sayAs(shopper, 'paid', { country: 'DE' })).body
    await shopper.pay()

    const kept = await service.database.db
      .selectFrom('idempotencyKeys')
      .select('answer')
      .where('caller', '=', `widget:${shopper.sessionId}`)
      .where('key', '=', 'paid')
      .executeTakeFirstOrThrow()
    const again = await service.send('PATCH', `/checkout/${shopper.sessionId}`, {
      key: early,
      body: { country: 'DE' },
      headers: { 'Idempotency-Key': 'paid' },
    })

    expect(JSON.stringify(kept)).not.toContain(early.split('.')[0])
    expect(again).toMatchObject({ status: 200, body: { phase: 'open', client_token: null } })
  })

  test('a key is bound to one address, one language and one session', async () => {
    const [shopper, other] = [await aBuyer(service, planId), await aBuyer(service, planId)]
    await sayAs(shopper, 'one', { country: 'DE' }, '?locale=de')

    const answers = [
      await sayAs(shopper, 'one', { country: 'FR' }, '?locale=de'),
      await sayAs(shopper, 'one', { country: 'DE' }, '?locale=ja'),
      await sayAs(other, 'one', { country: 'FR' }),
    ]

    expect(answers.map(outcomeOf)).toEqual([
      [422, 'idempotency_key_reused'],
      [422, 'idempotency_key_reused'],
      [200, undefined],
    ])
  })

  test('a refusal is not stored for the key, so the same request may succeed later', async () => {
    const shopper = await aBuyerIn(service, 'NO', planId)
    await shopper.pay({ number: '4000000000006983' })
    const refused = await sayAs(shopper, 'patient', { country: 'DE' })
    await completeAttempts(service.billing, { aheadSeconds: 120 })

    const accepted = await sayAs(shopper, 'patient', { country: 'DE' })

    expect([refused, accepted].map(outcomeOf)).toEqual([
      [409, 'payment_in_progress'],
      [200, undefined],
    ])
  })

  test('a preflight request of the merchant’s page allows GET and PATCH', async () => {
    const { sessionId } = await aBuyer(service, planId)

    const response = await fetch(`${service.url}/checkout/${sessionId}`, {
      method: 'OPTIONS',
      headers: { Origin: 'http://localhost:4243', 'Access-Control-Request-Method': 'PATCH' },
    })

    expect(response.headers.get('Access-Control-Allow-Methods')?.split(', ').toSorted()).toEqual(['GET', 'PATCH'])
  })
})
