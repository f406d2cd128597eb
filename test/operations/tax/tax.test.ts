import { expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import type { ProcessorOutcome } from '#server/processors/processor.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { aScriptedCalculator, registrations } from '../../support/processors/scripted-taxes.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aBuyerIn, aMonthlyPlan, createPlan } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('tax', (open) => {
  const taxes = aScriptedCalculator()
  /** The outcomes of refunds that replace the processor's usual outcomes, by the refund's amount. */
  const fates = new Map<number, ProcessorOutcome>()

  const service = useService(open, (database) => {
    const sandbox = sandboxProcessor({ database: database.db })
    return {
      taxes,
      settings: { tax_registrations: registrations },
      processor: {
        ...sandbox,
        refund: async (request) => fates.get(request.amount) ?? sandbox.refund(request),
      },
    }
  })

  const aPlan = async (amount: number, currency: string, plan: object = {}) =>
    createPlan(service, aMonthlyPlan({ price: { default: { amount, currency }, countries: [] }, ...plan }))
  const find = async (id: string) => (await service.send('GET', `/payments/${id}`)).body
  const refund = async (id: string, amount: number) =>
    (await service.send('POST', `/payments/refund/${id}`, { body: { amount } })).body
  const partsOf = async (id: string) =>
    service.database.db
      .selectFrom('refunds')
      .select(['status', 'taxAmount'])
      .where('paymentId', '=', id)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()

  test.each([
    ['exclusive tax comes on top, in euros', 'DE', 1000, 'EUR', 1190, 1000, 190, 'exclusive'],
    ['inclusive tax is inside, in yen', 'JP', 1000, 'JPY', 1000, 840, 160, 'inclusive'],
    [
      'exclusive tax comes on top, in dinars of a thousand fils',
      'KW',
      10_001,
      'KWD',
      11_901,
      10_001,
      1900,
      'exclusive',
    ],
    ['inclusive tax is inside, in euros', 'FR', 1190, 'EUR', 1190, 1000, 190, 'inclusive'],
  ])('%s', async (_, country, price, currency, due, subtotal, amount, behavior) => {
    const shopper = await aBuyerIn(service, country, (await aPlan(price, currency)).id)

    const { body: checkout } = await shopper.look()
    const { body: payment } = await shopper.pay()

    expect(checkout.quote).toMatchObject({
      subtotal: price,
      tax: { amount, behavior, rate: '0.19' },
      due_now: { amount: due, currency },
      next_charge: { amount: due },
      recurring: { amount: due },
    })
    expect(checkout.quote.lines.reduce((sum: number, line: { amount: number }) => sum + line.amount, 0)).toBe(due)
    expect(checkout.session.currency_details.plan.due_now.payment.amount).toBe(due)
    expect(payment).toMatchObject({
      amount: due,
      payment_status: 'SETTLING',
      tax: {
        amount_subtotal: subtotal,
        amount_tax: amount,
        behavior,
        status: 'committed',
        calculation_id: expect.stringMatching(/^taxcalc_/),
        transaction_id: expect.stringMatching(/^taxtxn_/),
        error: null,
        provider: { id: 'test', type: 'script' },
      },
    })
    expect(payment.tax.amount_subtotal_usd + payment.tax.amount_tax_usd).toBe(payment.amount_usd)
  })

  test.each([['in a country without a registration', 'US']])('no tax is collected %s', async (_, country) => {
    const before = taxes.asked
    const shopper = await aBuyerIn(service, country, (await aPlan(1000, 'EUR')).id)

    const { body: payment } = await shopper.pay()

    expect(payment).toMatchObject({
      amount: 1000,
      tax: { status: 'not_collected', amount_subtotal: 1000, amount_tax: 0, behavior: null, provider: null },
    })
    expect(taxes.asked).toBe(before)
  })

  test.each([
    [true, true, 'committed'],
    [true, false, 'committed'],
    [false, true, 'not_collected'],
    [false, false, 'not_collected'],
    [null, true, 'committed'],
    [null, false, 'not_collected'],
  ])('a plan whose collect_tax is %s, if the default is %s: %s', async (collectTax, byDefault, status) => {
    const { key } = await service.addOrganization('Other', { tax_registrations: registrations, collect_tax: byDefault })
    const plan = await service.send('POST', '/plans', { key, body: aMonthlyPlan({ tax: { collect_tax: collectTax } }) })
    const members = { customer: { email: 'c@example.com', country: 'DE' }, plan: { id: plan.body.id } }
    const { body: session } = await service.send('POST', '/client-session', { key, body: members })

    const due = session.currency_details.plan.due_now.payment.amount

    expect(plan.body.tax.collect_tax).toBe(collectTax)
    expect(due).toBe(status === 'committed' ? 1189 : 999)
  })

  test('tax that would exceed the largest amount is refused before a shopper sees it', async () => {
    const { id } = await aPlan(10 ** 12, 'EUR')
    const open = (country: string) =>
      service.send('POST', '/client-session', { body: { customer: { email: 'm@example.com', country }, plan: { id } } })

    expect(await open('DE')).toMatchObject({ status: 400, body: { error: { code: 'invalid_parameter' } } })
    expect(await open('FR')).toMatchObject({ status: 200 })
  })

  test('a declined payment never owes its tax', async () => {
    const shopper = await aBuyerIn(service, 'DE', (await aPlan(1000, 'EUR')).id)

    const { body: payment } = await shopper.pay({ number: '4000000000000002' })

    expect(payment.tax).toMatchObject({ status: 'calculated', amount_tax: 190, transaction_id: null })
  })

  test('partial refunds return the tax to the last cent, and only the last one reverses it', async () => {
    const shopper = await aBuyerIn(service, 'DE', (await aPlan(1000, 'EUR')).id)
    const { id } = (await shopper.pay()).body
    const statuses: string[] = []

    for (const amount of [396, 397, 397]) statuses.push((await refund(id, amount)).tax.status)

    expect(statuses).toEqual(['committed', 'committed', 'reversed'])
    expect((await partsOf(id)).map(({ taxAmount }) => taxAmount)).toEqual([63, 64, 63])
    expect((await find(id)).tax).toMatchObject({ status: 'reversed', amount_tax: 190 })
  })

  test('tax is not reversed while an older refund is in flight, even if the latest one has succeeded', async () => {
    const shopper = await aBuyerIn(service, 'DE', (await aPlan(1000, 'EUR')).id)
    const { id } = (await shopper.pay()).body
    fates.set(395, { kind: 'unknown', message: 'No answer.' })

    const older = await refund(id, 395)
    fates.clear()
    const latest = await refund(id, 795)
    const [listed] = (await service.send('GET', `/payments?search=${id}`)).body.data
    await completeAttempts(service.billing, { aheadSeconds: 120 })
    const { data: told } = (await service.send('GET', '/events?type=refund.updated&limit=1000')).body

    expect(older.refund.status).toBe('pending')
    expect(latest).toMatchObject({ refunded_amount: 1190, refund: { amount: 795, status: 'succeeded' } })
    expect([latest.tax.status, listed.tax.status]).toEqual(['committed', 'committed'])
    expect((await find(id)).tax.status).toBe('reversed')
    expect((await partsOf(id)).map(({ taxAmount }) => taxAmount)).toEqual([63, 127])
    expect(
      told
        .filter(({ data }: { data: { object: { id: string } } }) => data.object.id === id)
        .map(({ data }: { data: { object: { tax: { status: string } } } }) => data.object.tax.status),
    ).toEqual(['committed', 'reversed'])
  })

  test('the tax of a failed refund stays committed, and is returned with the refund that replaces it', async () => {
    const shopper = await aBuyerIn(service, 'DE', (await aPlan(1000, 'EUR')).id)
    const { id } = (await shopper.pay()).body
    fates.set(396, { kind: 'failed', message: 'The bank is closed.' })

    await refund(id, 397)
    const failed = await refund(id, 396)
    fates.clear()
    await refund(id, 394)
    const { tax } = await refund(id, 399)

    expect(failed).toMatchObject({ refunded_amount: 397, refund: { status: 'failed' }, tax: { status: 'committed' } })
    expect(tax.status).toBe('reversed')
    expect(await partsOf(id)).toEqual([
      { status: 'succeeded', taxAmount: 63 },
      { status: 'failed', taxAmount: 64 },
      { status: 'succeeded', taxAmount: 63 },
      { status: 'succeeded', taxAmount: 64 },
    ])
  })

  test('if the tax has changed since the shopper saw the price, nothing is charged before they see the new price', async () => {
    const shopper = await aBuyerIn(service, 'DE', (await aPlan(1000, 'EUR')).id)
    const { body: seen } = await shopper.look()

    taxes.rate = '0.25'
    const refused = await shopper.pay({}, { expected: { ...seen.quote.due_now, quote: seen.quote.hash } })
    const paid = await shopper.pay()
    taxes.rate = '0.19'

    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'amount_changed' } } })
    expect(paid.body).toMatchObject({ amount: 1250, tax: { amount_tax: 250 } })
  })

  test('a renewal is taxed at the rate of its due date, and its retries at that same rate', async () => {
    const shopper = await aBuyerIn(service, 'DE', (await aPlan(1000, 'EUR')).id)
    const { body: first } = await shopper.pay({ number: '4000000000000341', exp_year: 2090 })
    const renewals = async () => {
      const { body } = await service.send('GET', `/payments?payment_status_set=${first.subscription.id}&order=asc`)
      return body.data.slice(1)
    }

    taxes.rate = '0.2'
    await moveClock(service, first.subscription.next_billing_date)
    taxes.rate = '0.3'
    await moveClock(service, 'P1D')
    taxes.rate = '0.19'

    expect(first).toMatchObject({ amount: 1190, tax: { amount_tax: 190 } })
    expect((await renewals()).map(({ amount }: { amount: number }) => amount)).toEqual([1200, 1200])
    expect((await renewals())[1].tax).toMatchObject({ status: 'calculated', amount_tax: 200 })
  })

  test('a merchant charges a stored method with tax, and a plan change is taxed on the amount due', async () => {
    const [small, large] = [await aPlan(1000, 'EUR'), await aPlan(3000, 'EUR')]
    const shopper = await aBuyerIn(service, 'DE', small.id)
    const { body: first } = await shopper.pay({ exp_year: 2090 })
    const once = await createPlan(service, {
      name: 'Tin',
      type: 'one-off',
      price: { default: { amount: 2500, currency: 'EUR' }, countries: [] },
    })
    const customer = { id: first.customer.id }
    const subscription = { id: first.subscription.id, proration_billing_mode: 'full_immediately' }

    const { body: tin } = await service.send('POST', '/payments', { body: { customer, plan: { id: once.id } } })
    const { body: preview } = await service.send('POST', '/subscriptions/preview', {
      body: { subscription, plan: { id: large.id } },
    })
    const { body: changed } = await service.send('POST', '/payments', {
      body: { customer, plan: { id: large.id }, subscription: { id: first.subscription.id } },
    })

    expect(tin).toMatchObject({ amount: 2975, tax: { amount_subtotal: 2500, amount_tax: 475, status: 'committed' } })
    expect(preview.quote).toMatchObject({ subtotal: 3000, due_now: { amount: 3570 } })
    expect(changed.amount).toBe(changed.tax.amount_subtotal + changed.tax.amount_tax)
    // The credit for the small plan is deducted before tax is added.
    expect(changed.tax.amount_subtotal).toBeGreaterThanOrEqual(2000)
    expect(changed.tax.amount_subtotal).toBeLessThan(2001)
    expect(changed.tax.amount_tax).toBe(380)
  })

  test('a paid trial is taxed, and so is the charge after it', async () => {
    const trial = { trial_interval: 'days', trial_interval_count: 7 }
    const price = { default: { amount: 100, currency: 'EUR' }, countries: [] }
    const shopper = await aBuyerIn(service, 'DE', (await aPlan(1000, 'EUR', { ...trial, trial_price: price })).id)

    const { body: checkout } = await shopper.look()
    const { body: payment } = await shopper.pay()

    expect(checkout.quote).toMatchObject({ due_now: { amount: 119 }, next_charge: { amount: 1190 } })
    expect(payment).toMatchObject({ amount: 119, tax: { amount_tax: 19, status: 'committed' } })
  })

  test('half of the money refunded with its tax leaves half of the credit', async () => {
    const [small, large] = [await aPlan(1000, 'EUR'), await aPlan(3000, 'EUR')]
    const { body: first } = await (await aBuyerIn(service, 'DE', small.id)).pay()

    await service.send('POST', `/payments/refund/${first.id}`, { body: { amount: 595 } })
    const { body: preview } = await service.send('POST', '/subscriptions/preview', {
      body: { subscription: { id: first.subscription.id }, plan: { id: large.id } },
    })

    expect(preview.quote.subtotal).toBeGreaterThanOrEqual(2500)
    expect(preview.quote.subtotal).toBeLessThan(2501)
  })
})
