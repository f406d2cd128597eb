import type { CountryCode } from '@billing-checkout/contract'
import { beforeAll, expect, test } from 'vitest'
import { updateOrganization } from '#server/organization/organizations.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { aBuyerIn, aMonthlyPlan, aReceipt, aShopper, createPlan } from '../../support/stories/shopper.ts'

describeEachDatabase('consents of shoppers (findConsents, findConsent, findPaymentConsent)', (open) => {
  const service = useService(open)
  const paid: Record<string, string> = {}
  let subscriptionId: string
  let customerId: string

  beforeAll(async () => {
    const { id: plan } = await createPlan(service)
    const { id: cheaper } = await createPlan(
      service,
      aMonthlyPlan({ name: 'Sample', price: { default: { amount: 99, currency: 'EUR' }, countries: [] } }),
    )
    const customer = { external_id: 'user-7', email: 'mina@example.com', full_name: 'Mina Okafor' }
    const declined = await (
      await aShopper(service, { customer, plan: { id: plan } })
    ).pay({ number: '4000000000000002' })
    const buyer = await aShopper(service, { customer, plan: { id: plan } })
    const bought = await buyer.pay(
      {},
      { consent: { ...aReceipt((await buyer.look()).body), text: 'Mina Okafor pays €9.99' } },
    )
    paid['declined'] = declined.body.id
    paid['bought'] = bought.body.id
    subscriptionId = bought.body.subscription.id
    customerId = bought.body.customer.id
    const changer = await aShopper(service, {
      customer: { external_id: 'user-7' },
      plan: { id: cheaper },
      subscription: { id: subscriptionId, proration_billing_mode: 'do_not_bill' },
    })
    const { body: checkout } = await changer.look()
    const changed = await service.send('PATCH', '/subscriptions', {
      key: checkout.client_token,
      body: {
        subscription: { id: subscriptionId },
        plan: { id: cheaper },
        expected: { amount: 0, currency: 'EUR', quote: checkout.quote.hash },
        consent: aReceipt(checkout),
      },
    })
    if (changed.status !== 200) throw new Error(`No change: ${JSON.stringify(changed.body)}`)
  })

  const list = async (query: string) => (await service.send('GET', `/consents?${query}`)).body

  test('a payment’s consent has the words, the terms and the calculation that the page showed', async () => {
    const { status, body } = await service.send('GET', `/payments/${paid['bought']}/consent`)

    expect(status).toBe(200)
    expect(body).toMatchObject({
      customer_id: customerId,
      payment_id: paid['bought'],
      subscription_id: subscriptionId,
      purpose: 'subscribe',
      text: 'Mina Okafor pays €9.99',
      locale: 'en',
      due_now: { amount: 999, currency: 'EUR' },
      lines: [{ kind: 'plan', label: 'Reader', amount: 999 }],
      recurring: { amount: 999, currency: 'EUR', interval: 'months', interval_count: 1 },
    })
    expect((await service.send('GET', `/consents/${body.id}`)).body).toEqual(body)
  })

  test.each([
    ['', ['change_plan', 'subscribe', 'subscribe']],
    ['external_id=user-7', ['change_plan', 'subscribe', 'subscribe']],
    ['external_id=user-8', []],
    ['limit=1&page=2', ['subscribe']],
    ['payment_id=pay_nobody', []],
  ])('GET /consents?%s', async (query, purposes) => {
    const { data } = await list(query)

    expect(data.map(({ purpose }: { purpose: string }) => purpose)).toEqual(purposes)
  })

  test('consents are found by customer, payment and subscription', async () => {
    const totals = await Promise.all(
      [`customer_id=${customerId}`, `payment_id=${paid['declined']}`, `subscription_id=${subscriptionId}`].map(
        async (query) => (await list(query)).meta.total,
      ),
    )

    expect(totals).toEqual([3, 1, 2])
  })

  test('a free plan change has a consent without a payment', async () => {
    const [change] = (await list(`subscription_id=${subscriptionId}`)).data

    expect(change).toMatchObject({ payment_id: null, purpose: 'change_plan', due_now: { amount: 0 } })
    expect((await service.send('GET', `/consents/${change.id}`)).body).toEqual(change)
  })

  test('a resumption has a consent, which is found by its subscription', async () => {
    await service.send('PATCH', '/subscriptions', {
      body: { subscription: { id: subscriptionId, status: 'scheduled_for_cancellation' } },
    })
    const shopper = await aShopper(service, { customer: { id: customerId }, subscription: { id: subscriptionId } })
    const { body: checkout } = await shopper.look()
    await service.send('PATCH', '/subscriptions', {
      key: checkout.client_token,
      body: { subscription: { id: subscriptionId, status: 'active' }, consent: aReceipt(checkout) },
    })

    const [resume] = (await list(`subscription_id=${subscriptionId}`)).data

    expect(resume).toMatchObject({ purpose: 'resume', payment_id: null, session_id: shopper.sessionId })
  })

  test('a consent stores the country of sale, the withdrawal notice, and the text that a translator displayed', async () => {
    const withdrawalUrl = 'https://shop.example/withdraw'
    const settings = { withdrawal_url: withdrawalUrl, digital_supply: 'none' as const }
    await updateOrganization(service.database.db, service.organizationId, { settings }, new Date().toISOString())
    const { id: plan } = await createPlan(service)
    const consentFrom = async (country: CountryCode) => {
      const buyer = await aBuyerIn(service, country, plan)
      const seen = await buyer.look()
      const consent = { ...aReceipt(seen.body), displayed_text: 'Zahlungspflichtig bestellen' }
      const { body: payment } = await buyer.payAsSeen(seen, {}, { consent })
      return (await service.send('GET', `/payments/${payment.id}/consent`)).body
    }

    expect(await consentFrom('DE')).toMatchObject({
      country: 'DE',
      withdrawal_url: withdrawalUrl,
      displayed_text: 'Zahlungspflichtig bestellen',
    })
    expect(await consentFrom('US')).toMatchObject({ country: 'US', withdrawal_url: null })
  })

  test('a charge without the shopper has no consent', async () => {
    const { id: book } = await createPlan(service, {
      name: 'The book',
      type: 'one-off',
      price: { default: { amount: 2490, currency: 'EUR' }, countries: [] },
    })
    const charged = await service.send('POST', '/payments', {
      body: { customer: { id: customerId }, plan: { id: book } },
    })

    const { status, body } = await service.send('GET', `/payments/${charged.body.id}/consent`)

    expect([status, body.error.code]).toEqual([404, 'not_found'])
  })

  test('another merchant sees no consents of this one', async () => {
    const { key } = await service.addOrganization('Another')
    const [first] = (await list('')).data

    expect((await service.send('GET', '/consents', { key })).body.data).toEqual([])
    expect((await service.send('GET', `/consents/${first.id}`, { key })).status).toBe(404)
    expect((await service.send('GET', `/payments/${paid['bought']}/consent`, { key })).status).toBe(404)
  })

  test('an erasure removes the customer’s words and keeps the rest', async () => {
    await service.send('POST', `/subscriptions/cancel/${subscriptionId}`)
    const key = await service.addKey(service.organizationId, { erasure: 'write' })
    await service.send('DELETE', `/customers/${customerId}`, { key })

    const { body } = await service.send('GET', `/payments/${paid['bought']}/consent`)

    expect(body).toMatchObject({ text: '[erased] pays €9.99', due_now: { amount: 999 }, purpose: 'subscribe' })
  })
})
